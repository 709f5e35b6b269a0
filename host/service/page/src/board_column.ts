// The left column: the board, the moves played, the FEN, and what the service says of it.

import {Board} from './board';
import {h, icon, copy_button} from './dom';
import {men_count} from './fen_fields';
import {plural} from './format';
import type {PositionStore, Step} from './position';
import {choose_promotion} from './promotion';
import {Setup} from './setup';
import type {Problem} from './types';

export class BoardColumn {
  readonly board: Board;
  /** Told of the square whose man is picked up. */
  on_selected: (square: string | null) => void = () => {};
  private readonly setup: Setup;
  private readonly fen = h('input', {id: 'fen', class: 'code', spellcheck: 'false', autocomplete: 'off',
                                     autocapitalize: 'off', 'aria-describedby': 'fen-status',
                                     onchange: () => this.enter()});
  private readonly status = h('div', {id: 'fen-status', class: 'fen-status', role: 'status'});
  private readonly line = h('ol', {class: 'line', 'aria-label': 'Moves played'});
  private readonly edit = tool('edit', 'Set up', () => this.toggle_edit());
  private readonly back = tool('back', 'Back', () => this.store.go(this.store.ply - 1));
  private readonly forward = tool('forward', 'Forward', () => this.store.go(this.store.ply + 1));
  private editing = false;

  constructor(parent: HTMLElement, private readonly store: PositionStore) {
    const frame = h('div', {class: 'board-frame'});
    this.board = new Board(frame, {
      moved: (from, to) => void this.moved(from, to),
      edited: (placement) => this.setup.edited(placement),
      selected: (square) => this.on_selected(square),
    });
    this.setup = new Setup(store, this.board);
    this.setup.element.hidden = true;
    this.edit.setAttribute('aria-pressed', 'false');
    frame.append(h('p', {id: 'board-keys', class: 'board-keys'}, 'Arrow keys go over the squares, Enter picks up and puts ' +
        'down, Escape lets go.'));
    const form = h('form', {class: 'fen-form', onsubmit: (event: Event) => {
      event.preventDefault();
      this.enter();
    }},
        h('label', {for: 'fen'}, 'FEN'), copy_button('Copy', () => this.store.fen), this.fen);
    parent.append(
        frame,
        h('div', {class: 'toolbar', role: 'toolbar', 'aria-label': 'Board'},
          this.back, this.forward, tool('flip', 'Flip', () => this.board.flip()), this.edit),
        this.line, form, this.status, this.setup.element);
    store.subscribe(() => this.show());
    this.show();
  }

  private show(): void {
    const {store} = this;
    this.board.show({fen: store.fen, answer: store.answer, last_move: store.last_move?.uci ?? null,
                     chess960: store.rules.chess960, edit: this.editing});
    if (document.activeElement !== this.fen || !store.problem) this.fen.value = store.fen;
    this.fen.setAttribute('aria-invalid', String(store.problem !== null));
    this.status.replaceChildren(...this.words());
    this.setup.show();
    this.back.disabled = store.ply === 0;
    this.forward.disabled = store.ply === store.line.length;
    this.line.hidden = store.line.length === 0;
    this.line.replaceChildren(...this.steps());
  }

  private words(): Node[] {
    const {problem, answer, checked} = this.store;
    if (problem) return [h('p', {class: 'error'}, problem.detail), ...blamed(this.store.fen, problem)];
    if (!answer) return [h('p', {class: 'hint'}, 'Checking …')];
    const mover = answer.mover === 'white' ? 'White' : 'Black';
    const end = answer.checkmate ? `${mover} is checkmated` : answer.stalemate ? `${mover} is stalemated`
        : `${mover} to move${answer.check ? ', in check' : ''}`;
    const more = [answer.moves.length > 0 && plural(answer.moves.length, 'legal move'),
                  plural(men_count(this.store.fen), 'man', 'men'),
                  answer.insufficient_material && 'nobody can mate',
                  this.store.rules.chess960 && 'Chess960'];
    return [h('p', {}, h('strong', {}, end), more.filter(Boolean).map((text) => ` · ${text}`).join('')),
            ...(checked?.warnings ?? []).map((warning) => h('p', {class: 'warning'}, warning))];
  }

  private steps(): HTMLElement[] {
    const {store} = this;
    const [, side, , , , number = '1'] = store.root.split(' ');
    const first = 2 * Number(number) + (side === 'b' ? 1 : 0);
    const step = (text: string, ply: number) => h('li', {},
        h('button', {type: 'button', class: 'quiet', 'aria-current': store.ply === ply ? 'step' : null,
                     onclick: () => store.go(ply)}, text));
    const named = (move: Step, index: number) => {
      const half = first + index;
      const number = half % 2 === 0 ? `${half / 2}. ` : index === 0 ? `${(half - 1) / 2}… ` : '';
      return step(`${number}${move.san}`, index + 1);
    };
    return [step('Start', 0), ...store.line.map(named)];
  }

  private enter(): void {
    const text = this.fen.value.trim();
    if (text !== '' && text !== this.store.fen) this.store.set(text);
  }

  private async moved(from: string, to: string): Promise<void> {
    const moves = this.store.answer?.moves.filter((move) => move.uci.startsWith(from + to)) ?? [];
    const move = moves.length > 1 ? await choose_promotion(moves, this.store.answer!.mover) : moves[0];
    if (move) this.store.play(move);
    else this.show();
  }

  private toggle_edit(): void {
    this.editing = !this.editing;
    this.setup.leave();
    this.setup.element.hidden = !this.editing;
    this.edit.setAttribute('aria-pressed', String(this.editing));
    document.body.classList.toggle('editing', this.editing);
    this.show();
  }
}

function tool(picture: string, name: string, action: () => void): HTMLButtonElement {
  return h('button', {type: 'button', class: 'tool', onclick: action}, icon(picture), h('span', {}, name));
}

/** The text around the character that the problem blames. */
function blamed(text: string, {column}: Problem): Node[] {
  if (!column || column > text.length + 1) return [];
  const at = column - 1;
  const before = (at > 14 ? '…' : '') + text.slice(Math.max(0, at - 14), at);
  const after = text.slice(at + 1, at + 15) + (at + 15 < text.length ? '…' : '');
  return [h('p', {class: 'blamed code'}, before, h('mark', {}, text[at] ?? '␣'), after)];
}
