// The board: chessground, with the keyboard added to it.

import {Chessground} from 'chessground';
import type {Api} from 'chessground/api';
import type {DrawBrushes, DrawShape} from 'chessground/draw';
import type {Key, Piece, Role} from 'chessground/types';

import {announce, h} from './dom';
import type {MovesAnswer} from './types';

/** An arrow, or a square where it goes nowhere, in the colour of what it means. */
export interface Mark {
  from: string;
  to?: string;
  meaning: 'win' | 'draw' | 'loss' | 'unknown' | 'differs' | 'missing' | 'illegal' | 'shown';
  label?: string;
}

const kColors: Record<Mark['meaning'], string> = {
  win: '#1f8a54', draw: '#6b7684', loss: '#c03f36', unknown: '#6b7684',
  differs: '#c77a12', missing: '#2f62c4', illegal: '#c2334d', shown: '#20507f',
};

const kLetters: Record<string, Role> = {p: 'pawn', n: 'knight', b: 'bishop', r: 'rook', q: 'queen', k: 'king'};

/** What the reader does on the board. */
export interface BoardEvents {
  /** A move to a square that is legal for it. */
  moved(from: string, to: string): void;
  /** In set-up mode: the men stand otherwise than before. */
  edited(placement: string): void;
  /** The square whose man is picked up, or none. */
  selected(square: string | null): void;
}

export interface BoardPosition {
  fen: string;
  answer: MovesAnswer | null;
  last_move: string | null;
  chess960: boolean;
  edit: boolean;
}

/** What a click puts on a square in set-up mode; 'none' takes men off. */
export type Brush = Piece | 'none' | null;

export class Board {
  readonly element = h('div', {class: 'board', tabindex: 0, role: 'application', id: 'board',
                               'aria-roledescription': 'chess board', 'aria-describedby': 'board-keys'});
  brush: Brush = null;
  private readonly ground: Api;
  private cursor: Key = 'e2';
  private edit = false;
  private selected: Key | undefined;
  private emphasis: Mark[] = [];
  private marks: Mark[] = [];

  constructor(parent: HTMLElement, private readonly events: BoardEvents) {
    parent.append(this.element);
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.ground = Chessground(this.element, {
      coordinates: true,
      animation: {enabled: !still, duration: 180},
      highlight: {lastMove: true, check: true},
      premovable: {enabled: false},
      drawable: {enabled: true, brushes: brushes()},
      movable: {free: false, showDests: true, rookCastle: true,
                events: {after: (from, to) => {
                  if (!this.edit) this.events.moved(from, to);
                }}},
      events: {change: () => {
        if (this.edit) this.changed();
      }},
    });
    this.element.addEventListener('keydown', (event) => this.on_key(event));
    this.element.addEventListener('focus', () => this.show_cursor());
    this.element.addEventListener('blur', () => this.show_cursor());
    for (const name of ['mousedown', 'touchstart'] as const) {
      this.element.addEventListener(name, (event) => this.paint(event), {capture: true, passive: false});
    }
    for (const name of ['mouseup', 'touchend'] as const) document.addEventListener(name, () => this.watch_selection());
  }

  show(position: BoardPosition): void {
    const {answer} = position;
    this.edit = position.edit;
    const mover = answer?.mover ?? (position.fen.split(' ')[1] === 'b' ? 'black' : 'white');
    const dests = new Map<Key, Key[]>();
    for (const {uci} of answer?.moves ?? []) {
      const from = uci.slice(0, 2) as Key;
      dests.set(from, [...(dests.get(from) ?? []), uci.slice(2, 4) as Key]);
    }
    const last = position.last_move;
    this.ground.set({
      fen: position.fen.split(' ')[0],
      turnColor: mover,
      check: answer?.check ? mover : false,
      lastMove: last ? [last.slice(0, 2) as Key, last.slice(2, 4) as Key] : undefined,
      movable: {free: position.edit, color: position.edit ? 'both' : mover, dests},
      draggable: {deleteOnDropOff: position.edit},
    });
    this.watch_selection();
    const keys = position.edit ? 'set-up mode' : `${mover} to move`;
    this.element.setAttribute('aria-label', `Chess board, ${keys}`);
  }

  /** Marks to be seen until others are set. */
  set_marks(marks: Mark[]): void {
    this.marks = marks;
    this.draw();
  }

  /** Marks instead of the others, as long as there are any: the row that is pointed at. */
  emphasize(marks: Mark[]): void {
    this.emphasis = marks;
    this.draw();
  }

  flip(): void {
    this.ground.toggleOrientation();
  }

  /** Starts to drag a man from beside the board onto it. */
  drag_new(piece: Piece, event: MouseEvent | TouchEvent): void {
    this.ground.dragNewPiece(piece, event, true);
  }

  private draw(): void {
    const marks = this.emphasis.length > 0 ? this.emphasis : this.marks;
    this.ground.setAutoShapes(marks.map((mark): DrawShape => ({
      orig: mark.from as Key,
      dest: mark.to as Key | undefined,
      brush: mark.meaning,
      label: mark.label ? {text: mark.label, fill: kColors[mark.meaning]} : undefined,
    })));
  }

  private changed(): void {
    this.events.edited(this.ground.getFen());
  }

  private put(square: Key, piece: Piece | undefined): void {
    this.ground.setPieces(new Map([[square, piece]]));
    this.changed();
  }

  private paint(event: MouseEvent | TouchEvent): void {
    if (!this.edit || !this.brush) return;
    const point = 'touches' in event ? event.touches[0] : event;
    const square = point && this.ground.getKeyAtDomPos([point.clientX, point.clientY]);
    if (!square) return;
    event.preventDefault();
    event.stopPropagation();
    this.put(square, this.brush === 'none' ? undefined : this.brush);
  }

  private watch_selection(): void {
    const selected = this.ground.state.selected;
    if (selected === this.selected) return;
    this.selected = selected;
    this.events.selected(selected ?? null);
  }

  private show_cursor(): void {
    const focused = document.activeElement === this.element && this.element.matches(':focus-visible');
    this.ground.set({highlight: {custom: focused ? new Map([[this.cursor, 'cursor']]) : new Map()}});
  }

  private on_key(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const up = this.ground.state.orientation === 'white' ? 1 : -1;
    const steps: Record<string, [number, number]> =
        {ArrowUp: [0, up], ArrowDown: [0, -up], ArrowLeft: [-up, 0], ArrowRight: [up, 0]};
    const step = steps[event.key];
    const role = kLetters[event.key.toLowerCase()];
    if (step) {
      this.step(step);
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.pick();
    } else if (event.key === 'Escape') {
      this.ground.cancelMove();
      this.ground.selectSquare(null);
    } else if (this.edit && role) {
      this.put(this.cursor, {role, color: event.key === event.key.toLowerCase() ? 'black' : 'white'});
    } else if (this.edit && (event.key === 'Delete' || event.key === 'Backspace')) {
      this.put(this.cursor, undefined);
    } else {
      return;
    }
    event.preventDefault();
    this.show_cursor();
    this.watch_selection();
    this.say_cursor();
  }

  private step([files, ranks]: [number, number]): void {
    const within = (value: number) => Math.max(0, Math.min(7, value));
    const file = within('abcdefgh'.indexOf(this.cursor[0]!) + files);
    const rank = within(Number(this.cursor[1]) - 1 + ranks);
    this.cursor = `${'abcdefgh'[file]}${rank + 1}` as Key;
  }

  private pick(): void {
    if (this.edit && this.brush) this.put(this.cursor, this.brush === 'none' ? undefined : this.brush);
    else this.ground.selectSquare(this.cursor);
  }

  private say_cursor(): void {
    const piece = this.ground.state.pieces.get(this.cursor);
    const picked = this.ground.state.selected === this.cursor ? ', picked up' : '';
    announce(`${this.cursor}, ${piece ? `${piece.color} ${piece.role}` : 'empty'}${picked}`);
  }
}

function brushes(): DrawBrushes {
  const own = Object.entries(kColors).map(
      ([key, color]) => [key, {key, color, opacity: key === 'shown' ? 0.75 : 0.85, lineWidth: 9}]);
  const reader = Object.entries({green: '#1f8a54', red: '#c03f36', blue: '#2f62c4', yellow: '#c77a12'})
                     .map(([key, color]) => [key, {key, color, opacity: 0.85, lineWidth: 9}]);
  return Object.fromEntries([...own, ...reader]);
}
