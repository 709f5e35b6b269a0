// Reads the divide that another engine has printed, and compares.

import type {DivideLine, LegalMove} from './types';

export interface Pasted {
  /** By the move as we write it; a move that is not legal as it was written. */
  counts: Map<string, bigint>;
  total: bigint | null;
  /** Lines that are neither. */
  unread: string[];
  /** Moves that come more than once: the last count is taken. */
  repeated: string[];
}

const kMove = String.raw`[a-h][1-8][a-h][1-8][qrbnQRBN]?|[KQRBN][a-h]?[1-8]?x?[a-h][1-8][+#]?|` +
    String.raw`[a-h](?:x[a-h])?[1-8](?:=?[QRBN])?[+#]?|[O0]-[O0](?:-[O0])?[+#]?`;
// "e2e4: 20", "e2e4 20", "1. Nf3 - 20", and our own "e2e4  e4  1,234  3.34%".
const kLine = new RegExp(String.raw`^(?:\d+[.)]\s*)?(${kMove})(?:\s*[:=-]\s*|\s+)(?:(?:${kMove})\s+)?(\d[\d,._']*)` +
    String.raw`(?:\s+[\d.]+\s*%)?$`);
const kTotal = /(?:nodes|total|searched|leaves|perft|sum)\b.*?(\d[\d,._']*)\s*(?:nodes|leaves)?\s*$/i;
export function read_divide(text: string, legal: LegalMove[]): Pasted {
  const names = move_names(legal);
  const pasted: Pasted = {counts: new Map(), total: null, unread: [], repeated: []};
  for (const line of text.split(/\r?\n/).map((raw) => raw.trim()).filter(Boolean)) {
    const found = line.match(kLine);
        const total = line.match(kTotal) ?? line.match(/^(\d[\d,._']*)$/);
    if (found) {
      const written = plain(found[1]!);
      const known = names.get(written) ?? written;
      if (pasted.counts.has(known)) pasted.repeated.push(known);
      pasted.counts.set(known, digits(found[2]!));
    } else if (total) {
      pasted.total = digits(total[1]!);
    } else {
      pasted.unread.push(line);
    }
  }
  return pasted;
}

export type Verdict = 'same' | 'differs' | 'missing' | 'illegal' | 'pending';

export interface ComparedLine {
  move: string;
  san: string;
  /** Ours; undefined: not counted yet, or not a legal move. */
  ours?: DivideLine;
  theirs?: bigint;
  verdict: Verdict;
}

/** A line for each move that is legal or theirs. */
export function compare(legal: LegalMove[], ours: Map<string, DivideLine>, pasted: Pasted): ComparedLine[] {
  const lines = legal.map(({uci, san}): ComparedLine => {
    const line = ours.get(uci);
    const theirs = pasted.counts.get(uci);
    const verdict = theirs === undefined ? 'missing' : !line ? 'pending'
        : BigInt(line.nodes) === theirs ? 'same' : 'differs';
    return {move: uci, san, ours: line, theirs, verdict};
  });
  const extra = [...pasted.counts].filter(([move]) => !legal.some(({uci}) => uci === move));
  return [...lines, ...extra.map(([move, theirs]): ComparedLine => ({move, san: '', theirs, verdict: 'illegal'}))];
}

/** The difference that a line makes to the total: theirs less ours. */
export function difference(line: ComparedLine): bigint | null {
  if (line.verdict === 'pending') return null;
  if (line.verdict === 'missing' && !line.ours) return null;
  return (line.theirs ?? 0n) - BigInt(line.ours?.nodes ?? 0);
}

/** The ways to write the legal moves: UCI, SAN, and castling as king's move or king takes rook. */
function move_names(legal: LegalMove[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const {uci, san} of legal) {
    const castling = plain(san);
    if (castling === 'O-O' || castling === 'O-O-O') {
      const short = castling === 'O-O';
      for (const file of short ? ['g', 'h'] : ['c', 'a']) names.set(uci.slice(0, 2) + file + uci[1], uci);
    }
  }
  // What a move is called comes last: in Chess960 a king may step where castling, too, would bring it.
  for (const {uci, san} of legal) names.set(plain(san), uci).set(uci, uci);
  return names;
}

function plain(move: string): string {
  const name = move.replace(/[+#=]/g, '').replaceAll('0', 'O');
  return /^[a-h][1-8][a-h][1-8][QRBN]$/.test(name) ? name.toLowerCase() : name;
}

function digits(text: string): bigint {
  return BigInt(text.replace(/\D/g, ''));
}
