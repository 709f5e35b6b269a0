// A FEN as a form shows it: six texts. What they mean, and whether they can be, only the service says.

export interface FenFields {
  placement: string;
  side: 'w' | 'b';
  rights: string;
  en_passant: string;
  clocks: string;
}

export const kEmptyPlacement = '8/8/8/8/8/8/8/8';

/** The fields of a text; what is missing is what it would be in a new game without rights. */
export function fen_fields(fen: string): FenFields {
  const [placement = kEmptyPlacement, side = 'w', rights = '-', en_passant = '-', ...clocks] = fen.split(' ');
  return {placement, side: side === 'b' ? 'b' : 'w', rights, en_passant, clocks: clocks.join(' ') || '0 1'};
}

export function fen_text(fields: FenFields): string {
  return [fields.placement, fields.side, fields.rights || '-', fields.en_passant || '-', fields.clocks].join(' ');
}

/** The men of a placement by square: {e1: "K", ...}. */
export function men_of(placement: string): Record<string, string> {
  const men: Record<string, string> = {};
  placement.split('/').forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (/\d/.test(letter)) file += Number(letter);
      else men['abcdefgh'[file++] + String(8 - index)] = letter;
    }
  });
  return men;
}

export function men_count(fen: string): number {
  return fen.split(' ')[0]!.replace(/[^a-z]/gi, '').length;
}

/** The endgame of a position, White's men first: "KQvKR". */
export function endgame_name(fen: string): string {
  const letters = fen.split(' ')[0]!;
  const side = (order: string) => [...order].map((man) => man.repeat(letters.split(man).length - 1)).join('');
  return `${side('KQRBNP')}v${side('kqrbnp').toUpperCase()}`;
}

const kHomes: Record<string, [king: string, rook: string]> =
    {K: ['e1', 'h1'], Q: ['e1', 'a1'], k: ['e8', 'h8'], q: ['e8', 'a8']};

/** The rights whose king and rook still stand at home: who takes one off the board means to give up the right. */
export function rights_left(rights: string, placement: string): string {
  const men = men_of(placement);
  const left = [...rights].filter((right) => {
    const home = kHomes[right];
    if (!home) return true;
    const white = right < 'a';
    return men[home[0]] === (white ? 'K' : 'k') && men[home[1]] === (white ? 'R' : 'r');
  });
  return left.join('') || '-';
}
