// What the endgame tables say of the position on the board.

import type {App, View} from './app';
import {get, post, ProblemError} from './api';
import type {Mark} from './board';
import {h} from './dom';
import {endgame_men} from './endgame_title';
import {endgame_name, men_count} from './fen_fields';
import {mate_in, plural} from './format';
import {empty_state, problem_box} from './problem_box';
import {RowTable} from './row_table';
import type {Column} from './row_table';
import type {Job, Mainline, TablebaseAnswer, TablebaseMove} from './types';
import {meaning_of, result_of, result_of_move, result_words} from './verdict';

const kExamples: [ending: string, what: string, fen: string][] = [
  ['KQvKR', 'queen against rook', '8/8/8/8/2r5/8/2k5/K6Q w - - 0 1'],
  ['KBNvK', 'bishop and knight', '8/8/8/8/8/2k5/8/KB1N4 w - - 0 1'],
  ['KRvK', 'rook', '8/8/8/8/4k3/8/8/K6R w - - 0 1'],
  ['KPvK', 'pawn', '8/8/8/3k4/8/3K4/3P4/8 w - - 0 1'],
  ['KQvKP', 'queen against pawn', '8/8/8/8/8/2K5/1p6/k6Q w - - 0 1'],
  ['KRvKP', 'rook against pawn', '8/8/8/8/3k4/4p3/8/K5R1 w - - 0 1'],
];

// Nobody has tables of more.
const kMostMen = 8;

/** Plies to mate from the position on the board, this move included. */
function plies_to_mate(move: TablebaseMove): number | null {
  return move.checkmate ? 1 : move.dtm === null ? null : Math.abs(move.dtm) + 1;
}

function plies_to_zeroing(move: TablebaseMove): number | null {
  if (move.zeroing || move.checkmate) return 1;
  return move.dtz === null ? null : Math.abs(move.dtz) + 1;
}

export class ProbeView implements View {
  readonly element = h('section', {'aria-label': 'Endgame'});
  private readonly table: RowTable<TablebaseMove>;
  private answer: TablebaseAnswer | null = null;
  private fen = '';
  private asked: AbortController | null = null;
  private shown = false;

  constructor(private readonly app: App) {
    this.table = new RowTable('Moves by result', (move) => move.uci, {
      active: (move) => app.board.emphasize(move ? [arrow(move)] : []),
      open: ({uci}) => {
        const move = app.store.legal(uci);
        if (move) app.store.play(move);
      },
    }, (move) => `result-${result_of_move(move.category)}`);
    this.table.element.classList.add('probe');
    app.store.subscribe(() => this.changed());
  }

  enter(): void {
    this.shown = true;
    this.fen = '';
    this.changed();
  }

  leave(): void {
    this.shown = false;
    this.asked?.abort();
    this.app.board.emphasize([]);
    this.app.board.set_marks([]);
  }

  parameters(): Record<string, string> {
    return {};
  }

  /** Marks the squares that a man can go to with what comes of it. */
  selected(square: string | null): void {
    if (!this.shown) return;
    const moves = square ? this.answer?.moves.filter(({uci}) => uci.startsWith(square)) ?? [] : [];
    // Of promotions to one square, the best comes first.
    const best = moves.filter((move, index) => moves.findIndex(({uci}) => uci.slice(2, 4) === move.uci.slice(2, 4)) === index);
    this.app.board.emphasize(best.map((move): Mark => ({
      from: move.uci.slice(2, 4), meaning: meaning_of(result_of_move(move.category)),
      label: plies_to_mate(move)?.toString() ?? '=',
    })));
  }

  private changed(): void {
    if (!this.shown) return;
    this.app.remember();
    const {store, info} = this.app;
    if (store.problem) {
      this.asked?.abort();
      this.fen = '';
      this.show_nothing(empty_state('No position', 'Once the FEN beside the board is right, it can be looked up.'));
    } else if (!info.tables) {
      this.show_nothing(empty_state('No tables here', 'This server serves no endgame tables. Solve endgames with ' +
          '“plyforge endgame solve”, and start the server with “--tables FOLDER”.'));
    } else if (store.answer && store.answer.fen !== this.fen) {
      this.fen = store.answer.fen;
      void this.ask(this.fen);
    }
  }

  private async ask(fen: string): Promise<void> {
    this.asked?.abort();
    const {signal} = this.asked = new AbortController();
    if (men_count(fen) > kMostMen) {
      this.show_unknown();
      return;
    }
    this.answer = null;
    this.app.board.emphasize([]);
    this.app.board.set_marks([]);
    this.element.classList.add('stale');
    try {
      const answer = await get<TablebaseAnswer>('standard', {fen}, signal);
      if (!signal.aborted) this.show(answer);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      this.show_nothing(problem_box(error.problem), this.examples());
    }
  }

  private show(answer: TablebaseAnswer): void {
    this.answer = answer;
    const result = result_of(answer.category);
    const known = result !== 'unknown' || answer.checkmate || answer.stalemate;
    if (!known && answer.moves.every((move) => move.category === 'unknown')) {
      this.show_unknown();
      return;
    }
    const best = answer.moves.filter((move) => move.category === answer.moves[0]?.category && move.dtm === answer.moves[0]?.dtm);
    this.app.board.set_marks(result === 'unknown' ? [] : best.slice(0, 4).map(arrow));
    const line = h('div', {class: 'mainline'});
    const can_play = answer.moves.length > 0 && (result === 'win' || result === 'loss' || result === 'cursed' || result === 'blessed');
    this.table.show(answer.moves, columns(answer.moves));
    this.element.classList.remove('stale');
    this.element.replaceChildren(
        h('div', {class: `headline verdict-card result-${result}`},
          h('p', {class: 'caption ending-title'}, endgame_name(this.fen), endgame_men(endgame_name(this.fen))),
          h('p', {class: 'total', id: 'probe-verdict'}, this.verdict(answer)),
          h('p', {class: 'caption'}, distances(answer)),
          can_play && h('button', {type: 'button', onclick: () => void this.show_line(line)}, 'Show best play')),
        line,
        answer.moves.length > 0 ? this.table.element : '');
  }

  private verdict(answer: TablebaseAnswer): string {
    const mover = this.app.store.answer?.mover === 'black' ? 'Black' : 'White';
    const other = mover === 'White' ? 'Black' : 'White';
    if (answer.checkmate) return `${mover} is checkmated`;
    if (answer.stalemate) return `${mover} is stalemated: a draw`;
    if (answer.insufficient_material) return 'Draw: nobody can mate';
    const result = result_of(answer.category);
    const mate = answer.dtm === null ? '' : `: ${mate_in(Math.abs(answer.dtm))}`;
    switch (result) {
      case 'win': return `${mover} wins${mate}`;
      case 'loss': return `${other} wins${mate}`;
      case 'cursed': return `Draw by the 50-move rule: ${mover} would win`;
      case 'blessed': return `Draw by the 50-move rule: ${other} would win`;
      case 'draw': return 'Draw';
      default: return 'Not known';
    }
  }

  /** The line that the tables call best, to be gone through on the board. */
  private async show_line(place: HTMLElement): Promise<void> {
    try {
      const {mainline} = await get<Mainline>('standard/mainline', {fen: this.fen});
      if (mainline.length === 0) {
        place.replaceChildren(h('p', {class: 'hint'}, 'There is no line to play.'));
        return;
      }
      this.app.store.expect(mainline);
      place.replaceChildren(h('p', {class: 'hint'}, `${plural(mainline.length, 'ply', 'plies')}, best by distance to a ` +
          'capture, pawn move or mate: beneath the board, or with Forward.'));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      place.replaceChildren(problem_box(error.problem));
    }
  }

  private show_unknown(): void {
    const name = endgame_name(this.fen);
    const can_solve = this.app.info.kinds.includes('endgame') && men_count(this.fen) <= 5;
    const place = h('div');
    const solve = h('button', {type: 'button', class: 'primary', onclick: async () => {
      try {
        const job = await post<Job>('api/jobs', {kind: 'endgame', ending: name});
        this.app.go('jobs', {job: String(job.id)});
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        place.replaceChildren(problem_box(error.problem));
      }
    }}, `Solve ${name}`);
    const text = men_count(this.fen) > kMostMen ? 'Tables end where there are few men left. Set up an endgame, or start from one of these.'
                                         : `This server has no table for ${name}.`;
    this.show_nothing(empty_state('No table for this position', text, ...(can_solve ? [solve, place] : [])), this.examples());
  }

  private show_nothing(...instead: Node[]): void {
    this.answer = null;
    this.app.board.set_marks([]);
    this.element.classList.remove('stale');
    this.element.replaceChildren(...instead);
  }

  private examples(): HTMLElement {
    return h('ul', {class: 'examples', 'aria-label': 'Endgames to start from'}, kExamples.map(([name, what, fen]) =>
        h('li', {}, h('button', {type: 'button', class: 'example', onclick: () => this.app.store.set(fen, {chess960: false})},
                      endgame_men(name), h('strong', {}, name), h('span', {}, what)))));
  }
}

function distances({dtm, dtz, category}: TablebaseAnswer): string {
  if (category === 'draw' || category === 'unknown') return '';
  return [dtm !== null && `DTM ${plural(Math.abs(dtm), 'ply', 'plies')}`,
          dtz !== null && `DTZ ${plural(Math.abs(dtz), 'ply', 'plies')}`].filter(Boolean).join(' · ');
}

function arrow(move: TablebaseMove): Mark {
  return {from: move.uci.slice(0, 2), to: move.uci.slice(2, 4), meaning: meaning_of(result_of_move(move.category))};
}

function columns(moves: TablebaseMove[]): Column<TablebaseMove>[] {
  const number = (value: number | null) => value ?? Number.MAX_SAFE_INTEGER;
  return [
    {title: 'Move', kind: 'move', cell: ({san, uci}) => [h('span', {class: 'san'}, san), h('span', {class: 'uci'}, uci)],
     order: (a, b) => a.san < b.san ? -1 : 1},
    {title: 'Result', cell: (move) => chip(move, moves)},
    {title: 'DTM', kind: 'count', cell: (move) => of_decided(move, plies_to_mate(move)),
     order: (a, b) => number(plies_to_mate(a)) - number(plies_to_mate(b))},
    {title: 'DTZ', kind: 'count', cell: (move) => of_decided(move, plies_to_zeroing(move)),
     order: (a, b) => number(plies_to_zeroing(a)) - number(plies_to_zeroing(b))},
  ];
}

function of_decided(move: TablebaseMove, plies: number | null): string {
  const result = result_of_move(move.category);
  return plies === null || result === 'draw' || result === 'unknown' ? '–' : String(plies);
}

/** The result, the stronger in colour the sooner it comes. */
function chip(move: TablebaseMove, moves: TablebaseMove[]): Node {
  const result = result_of_move(move.category);
  const text = move.checkmate ? 'Checkmate' : move.stalemate ? 'Stalemate' : result_words[result];
  const peers = moves.filter(({category}) => category === move.category).map((peer) => plies_to_mate(peer) ?? 0);
  const [least, most] = [Math.min(...peers), Math.max(...peers)];
  const near = most === least ? 1 : 1 - ((plies_to_mate(move) ?? 0) - least) / (most - least);
  const element = h('span', {class: `chip result-${result}`}, text);
  element.style.setProperty('--strength', `${Math.round(45 + 55 * near)}%`);
  return element;
}
