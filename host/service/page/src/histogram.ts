// How many positions there are at each distance to mate, in moves: wins upwards, losses downwards.

import {h, svg} from './dom';
import {grouped, percent, short} from './format';
import type {EndgameSide} from './types';

const kHeight = 300;
const kLeft = 46;
const kBottom = 26;
const kTop = 12;

/** What mates in so many moves: wins in an odd number of plies, losses in an even one. */
interface Bar {
  moves: number;
  win: bigint;
  loss: bigint;
}

export class Histogram {
  readonly element: HTMLElement;
  private readonly plot = svg('svg', {class: 'histogram', tabindex: 0, role: 'img', height: kHeight});
  private readonly readout = h('p', {class: 'readout', role: 'status'});
  private readonly log = h('input', {type: 'checkbox', onchange: () => this.draw()});
  private readonly cursor = svg('rect', {class: 'cursor-bar', y: kTop, height: kHeight - kTop - kBottom});
  private bars: Bar[] = [];
  private all = 0n;
  private at = -1;
  private width = 0;

  constructor() {
    this.element = h('figure', {class: 'histogram-frame'},
        h('figcaption', {}, h('span', {class: 'label'}, 'Positions by moves to mate'),
          h('span', {class: 'key'}, h('span', {class: 'key-win'}, 'wins'), h('span', {class: 'key-loss'}, 'losses')),
          h('label', {class: 'check'}, this.log, 'Logarithmic')),
        this.plot, this.readout);
    this.plot.addEventListener('pointermove', (event) => this.point(event.clientX));
    this.plot.addEventListener('pointerleave', () => this.select(-1));
    this.plot.addEventListener('blur', () => this.select(-1));
    this.plot.addEventListener('keydown', (event) => this.on_key(event));
    new ResizeObserver(([entry]) => {
      const width = Math.round(entry!.contentRect.width);
      if (width !== this.width && width > 0) {
        this.width = width;
        this.draw();
      }
    }).observe(this.element);
  }

  show(side: EndgameSide): void {
    const plies = [...Object.keys(side.win_dtm), ...Object.keys(side.loss_dtm)].map(Number);
    const longest = Math.ceil(Math.max(-1, ...plies) / 2);
    this.bars = Array.from({length: plies.length > 0 ? longest + 1 : 0}, (_, moves) => ({
      moves, win: BigInt(side.win_dtm[2 * moves - 1] ?? 0), loss: BigInt(side.loss_dtm[2 * moves] ?? 0),
    }));
    this.all = BigInt(side.positions);
    this.at = -1;
    this.plot.setAttribute('aria-label', plies.length > 0 ? `Histogram of distances, up to mate in ${longest}. ` +
        'Arrow keys go through them.' : 'Nothing is decided here.');
    this.draw();
  }

  private draw(): void {
    if (this.width === 0) return;
    this.plot.setAttribute('viewBox', `0 0 ${this.width} ${kHeight}`);
    this.plot.setAttribute('width', String(this.width));
    const height = kHeight - kTop - kBottom;
    const scale = (count: bigint) => this.log.checked ? (count > 0n ? Math.log10(Number(count)) + 0.3 : 0) : Number(count);
    const most_win = Math.max(0, ...this.bars.map(({win}) => scale(win)));
    const most_loss = Math.max(0, ...this.bars.map(({loss}) => scale(loss)));
    const unit = height / ((most_win + most_loss) || 1);
    const zero = kTop + most_win * unit;
    const step = this.slot();
    const bars = this.bars.flatMap((bar, index) => {
      const x = kLeft + index * step + step * 0.12;
      const width = Math.max(step * 0.76, 1);
      const up = bar.win > 0n ? Math.max(scale(bar.win) * unit, 1) : 0;
      const down = bar.loss > 0n ? Math.max(scale(bar.loss) * unit, 1) : 0;
      return [up > 0 && svg('rect', {class: 'win', x, width, y: zero - up, height: up, rx: Math.min(2, width / 3)}),
              down > 0 && svg('rect', {class: 'loss', x, width, y: zero, height: down, rx: Math.min(2, width / 3)})];
    });
    this.plot.replaceChildren(this.cursor, ...this.grid(most_win, most_loss, zero, unit),
                              ...bars.filter((bar): bar is SVGRectElement => Boolean(bar)), ...this.labels(step));
    this.select(this.at);
  }

  /** Lines across, each with its count. */
  private grid(most_win: number, most_loss: number, zero: number, unit: number): SVGElement[] {
    const ticks: [value: number, text: string][] = [[0, '0']];
    if (this.log.checked) {
      for (let power = 1; power <= Math.max(most_win, most_loss); power += 2) {
        for (const sign of [1, -1]) ticks.push([sign * (power + 0.3), short(10 ** power)]);
      }
    } else {
      const step = nice((most_win + most_loss) / 5);
      for (let value = step; value <= Math.max(most_win, most_loss); value += step) {
        for (const sign of [1, -1]) ticks.push([sign * value, short(value)]);
      }
    }
    return ticks.filter(([value]) => value <= most_win && -value <= most_loss).flatMap(([value, text]) => {
      const y = Math.round(zero - value * unit) + 0.5;
      return [svg('line', {class: value === 0 ? 'axis' : 'grid', x1: kLeft, x2: this.width, y1: y, y2: y}),
              svg('text', {x: kLeft - 8, y: y + 4, 'text-anchor': 'end'}, text)];
    });
  }

  /** Moves beneath, as many as there is room for. */
  private labels(step: number): SVGElement[] {
    const every = Math.max(1, Math.ceil(36 / step));
    const last = this.bars.length - 1;
    return this.bars.flatMap((bar, index) => {
      const wanted = index === last || (index % every === 0 && last - index >= every * 0.8);
      return wanted ? [svg('text', {x: kLeft + (index + 0.5) * step, y: kHeight - 8, 'text-anchor': 'middle'}, bar.moves)] : [];
    });
  }

  private slot(): number {
    return (this.width - kLeft) / Math.max(1, this.bars.length);
  }

  private point(client_x: number): void {
    const x = client_x - this.plot.getBoundingClientRect().left - kLeft;
    const index = Math.floor(x / this.slot());
    this.select(index >= 0 && index < this.bars.length ? index : -1);
  }

  private on_key(event: KeyboardEvent): void {
    const last = this.bars.length - 1;
    const to: Record<string, number> = {ArrowRight: this.at + 1, ArrowLeft: this.at < 0 ? last : this.at - 1, Home: 0, End: last};
    const next = to[event.key];
    if (next === undefined) return;
    event.preventDefault();
    this.select(Math.max(0, Math.min(last, next)));
  }

  private select(index: number): void {
    this.at = index;
    const bar = this.bars[index];
    this.cursor.setAttribute('width', bar ? String(this.slot()) : '0');
    if (!bar) {
      this.readout.textContent = this.bars.length > 0 ? 'Point at a bar, or use the arrow keys.' : '';
      return;
    }
    this.cursor.setAttribute('x', String(kLeft + index * this.slot()));
    const part = (name: string, plies: number, count: bigint) =>
        count > 0n ? [`${grouped(count)} ${name} in ${plies} plies (${percent(count, this.all)})`] : [];
    const what = [...part('wins', 2 * bar.moves - 1, bar.win), ...part('losses', 2 * bar.moves, bar.loss)];
    const name = bar.moves === 0 ? 'Mated' : `Mate in ${bar.moves}`;
    this.readout.textContent = `${name}: ${what.join(', ') || 'none'}`;
  }
}

/** 1, 2 or 5 times a power of ten, not below `value`. */
function nice(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value) ?? power * 10;
}
