// Setting up a position: men to put on the board, and the fields of a FEN that the board does not show.

import type {Color, Role} from 'chessground/types';

import type {Board, Brush} from './board';
import {h, icon} from './dom';
import {fen_fields, fen_text, kEmptyPlacement, rights_left} from './fen_fields';
import type {FenFields} from './fen_fields';
import {kStartFen} from './format';
import type {PositionStore} from './position';

const kRoles: Role[] = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'];
const kRights: [right: string, name: string][] =
    [['K', 'White O-O'], ['Q', 'White O-O-O'], ['k', 'Black O-O'], ['q', 'Black O-O-O']];

/** The form, and what shows a position in it. */
export class Setup {
  readonly element: HTMLElement;
  private readonly palette: HTMLElement;
  private readonly sides: HTMLInputElement[];
  private readonly rights = kRights.map(([right, name]) => checkbox(name, (on) => this.set_right(right, on)));
  private readonly rights_text = h('input', {id: 'rights', class: 'code', maxlength: 4, size: 6, spellcheck: 'false',
                                             autocomplete: 'off', onchange: () => this.change({rights:
                                                 this.rights_text.value.trim() || '-'})});
  private readonly en_passant = h('input', {id: 'en-passant', class: 'code', maxlength: 2, size: 3, spellcheck: 'false',
                                            autocomplete: 'off', autocapitalize: 'none', placeholder: '–', onchange: () =>
                                                this.change({en_passant: this.en_passant.value.trim() || '-'})});
  private readonly chess960 = checkbox('Chess960', (on) => this.store.set(this.store.fen, {chess960: on}));
  private readonly any_material =
      checkbox('Any number of men', (on) => this.store.set(this.store.fen, {any_material: on}));
  private readonly rights_boxes: HTMLElement;
  private readonly rights_field: HTMLElement;

  constructor(private readonly store: PositionStore, private readonly board: Board) {
    this.palette = h('div', {class: 'palette', role: 'toolbar', 'aria-label': 'Men to put on the board'},
                     (['white', 'black'] as const).map((color) => this.row(color)));
    const radios = (['w', 'b'] as const).map((side) => radio('side', side === 'w' ? 'White' : 'Black', () =>
        this.change({side, en_passant: '-'})));
    this.sides = radios.map((label) => label.querySelector('input')!);
    this.rights_boxes = h('div', {class: 'checks'}, this.rights.map((box) => box.label));
    this.rights_field = h('div', {class: 'field'}, this.rights_text);
    this.element = h('div', {class: 'setup'},
        this.palette,
        h('p', {class: 'hint'}, 'Drag men, or pick one and click squares. From the keyboard: arrow keys, then P N B R Q K ',
          'for White, p n b r q k for Black, Delete to clear.'),
        h('fieldset', {class: 'segmented'}, h('legend', {}, 'To move'), radios),
        h('fieldset', {}, h('legend', {}, h('label', {for: 'rights'}, 'Castling')), this.rights_boxes,
          this.rights_field),
        h('div', {class: 'row'},
          h('div', {class: 'field'}, h('label', {for: 'en-passant'}, 'En passant'), this.en_passant),
          this.chess960.label, this.any_material.label),
        h('div', {class: 'row'},
          h('button', {type: 'button', onclick: () => this.store.set(kStartFen)}, 'Start position'),
          h('button', {type: 'button', onclick: () => this.store.set(`${kEmptyPlacement} w - - 0 1`)}, 'Clear board')));
  }

  /** Shows the position of the store. */
  show(): void {
    const fields = fen_fields(this.store.fen);
    const {chess960} = this.store.rules;
    this.sides.forEach((side, index) => side.checked = fields.side === 'wb'[index]);
    this.rights.forEach((box, index) => box.input.checked = fields.rights.includes(kRights[index]![0]));
    this.rights_text.value = fields.rights;
    this.rights_boxes.hidden = chess960;
    this.rights_field.hidden = !chess960;
    this.en_passant.value = fields.en_passant === '-' ? '' : fields.en_passant;
    this.chess960.input.checked = chess960;
    this.any_material.input.checked = this.store.rules.any_material;
  }

  /** The men on the board stand otherwise. */
  edited(placement: string): void {
    const fields = fen_fields(this.store.fen);
    if (fields.placement === placement) return;
    const rights = this.store.rules.chess960 ? fields.rights : rights_left(fields.rights, placement);
    this.change({placement, rights, en_passant: '-'});
  }

  /** Puts the brush down. */
  leave(): void {
    this.choose(null);
  }

  private change(fields: Partial<FenFields>): void {
    this.store.set(fen_text({...fen_fields(this.store.fen), ...fields}));
  }

  private set_right(right: string, on: boolean): void {
    const had = fen_fields(this.store.fen).rights;
    const rights = kRights.map(([name]) => name).filter((name) => name === right ? on : had.includes(name));
    this.change({rights: rights.join('') || '-'});
  }

  private row(color: Color): HTMLElement {
    const man = (role: Role) => {
      const drag = (event: MouseEvent | TouchEvent) => this.board.drag_new({role, color}, event);
      return this.button(h('span', {class: `man ${role} ${color}`}), `${color} ${role}`, {role, color}, drag);
    };
    const last = color === 'white' ? this.button(icon('pointer'), 'move men', null)
                                   : this.button(icon('erase'), 'take men off', 'none');
    return h('div', {class: 'palette-row'}, kRoles.map(man), last);
  }

  private button(picture: Node, name: string, brush: Brush, drag?: (event: MouseEvent | TouchEvent) => void): HTMLElement {
    const key = brush_key(brush);
    return h('button', {type: 'button', class: 'man-button', 'aria-label': name, title: name, 'data-brush': key,
                        'aria-pressed': String(brush === null), onmousedown: drag,
                        onclick: () => this.choose(brush_key(this.board.brush) === key ? null : brush)}, picture);
  }

  private choose(brush: Brush): void {
    this.board.brush = brush;
    this.board.element.classList.toggle('painting', brush !== null);
    for (const button of this.palette.querySelectorAll<HTMLElement>('[data-brush]')) {
      button.setAttribute('aria-pressed', String(button.dataset['brush'] === brush_key(brush)));
    }
  }
}

function brush_key(brush: Brush): string {
  return brush === null ? 'move' : brush === 'none' ? 'none' : `${brush.color} ${brush.role}`;
}

function checkbox(name: string, change: (on: boolean) => void): {label: HTMLElement; input: HTMLInputElement} {
  const input = h('input', {type: 'checkbox', onchange: () => change(input.checked)});
  return {label: h('label', {class: 'check'}, input, name), input};
}

/** A choice among several, drawn as a button of a row. */
export function radio(group: string, name: string, choose: () => void, checked = false): HTMLLabelElement {
  return h('label', {}, h('input', {type: 'radio', name: group, checked, onchange: choose}), h('span', {}, name));
}
