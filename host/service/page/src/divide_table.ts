// The divide as a table, beside another engine's where there is one.

import type {Mark} from './board';
import {h, svg} from './dom';
import {difference} from './divide_text';
import type {ComparedLine, Verdict} from './divide_text';
import {grouped, percent, signed} from './format';
import {by_count, RowTable} from './row_table';
import type {Column, RowEvents} from './row_table';
import {leaf_columns} from './types';
import type {Counts, Leaf, LeafColumn} from './types';

export const verdict_words: Record<Verdict, string> = {
  same: 'same', differs: 'differs', missing: 'missing', illegal: 'not legal', pending: '…',
};

export interface DivideShown {
  lines: ComparedLine[];
  leaf: Leaf;
  total: Counts | null;
  /** Theirs, where there is one. */
  compared: boolean;
  their_total: bigint;
}

export class DivideTable {
  readonly element: HTMLElement;
  private readonly table: RowTable<ComparedLine>;

  constructor(events: RowEvents<ComparedLine>) {
    this.table = new RowTable('Divide', (line) => line.move, events,
                              (line) => `${line.verdict}${line.ours || line.verdict === 'illegal' ? '' : ' waiting'}`);
    this.element = this.table.element;
    this.element.classList.add('divide');
  }

  show(shown: DivideShown): void {
    const {lines, total, compared, leaf} = shown;
    const most = lines.reduce((most, {ours}) => ours && BigInt(ours.nodes) > most ? BigInt(ours.nodes) : most, 1n);
    const sum = lines.reduce((sum, {ours}) => sum + BigInt(ours?.nodes ?? 0), 0n);
    const columns: Column<ComparedLine>[] = [
      {title: 'Move', kind: 'move', cell: (line) => move_cell(line), order: (a, b) => a.move < b.move ? -1 : 1,
       total: `${lines.filter((line) => line.verdict !== 'illegal').length} moves`},
      {title: 'Nodes', kind: 'count', cell: (line) => count_cell(line.ours?.nodes, line),
       order: (a, b) => by_count(a.ours?.nodes, b.ours?.nodes), total: grouped(total?.nodes ?? sum)},
    ];
    if (compared) {
      columns.push(
          {title: 'Theirs', kind: 'count', cell: ({theirs}) => theirs === undefined ? '–' : grouped(theirs),
           order: (a, b) => by_count(a.theirs?.toString(), b.theirs?.toString()), total: grouped(shown.their_total)},
          {title: 'Difference', kind: 'verdict', cell: verdict_cell, order: by_verdict,
           total: total ? signed_or_same(shown.their_total - BigInt(total.nodes)) : ''});
    }
    for (const name of leaf_columns[leaf]) columns.push(leaf_column(name, total));
    if (!compared) {
      columns.push({title: 'Share', kind: 'share wide', cell: ({ours}) => ours ? share_cell(BigInt(ours.nodes), most, sum) : ''});
    }
    this.table.show(lines, columns);
  }
}

/** Arrows for the lines that differ; squares where their move is none. */
export function marks_of(lines: ComparedLine[]): Mark[] {
  const kMost = 24;
  return lines.flatMap((line): Mark[] => {
    const {verdict} = line;
    if (verdict !== 'differs' && verdict !== 'missing' && verdict !== 'illegal') return [];
    if (!/^[a-h][1-8][a-h][1-8]/.test(line.move)) return [];
    const label = {differs: '≠', missing: '−', illegal: '×'}[verdict];
    return [{from: line.move.slice(0, 2), to: line.move.slice(2, 4), meaning: verdict, label}];
  }).slice(0, kMost);
}

function move_cell({san, move}: ComparedLine): Node[] {
  return san ? [h('span', {class: 'san'}, san), h('span', {class: 'uci'}, move)] : [h('span', {class: 'san'}, move)];
}

function count_cell(count: string | undefined, line: ComparedLine): Node | string {
  if (count !== undefined) return grouped(count);
  return line.verdict === 'illegal' ? '–' : h('span', {class: 'skeleton', 'aria-label': 'not counted yet'});
}

function verdict_cell(line: ComparedLine): (Node | string)[] {
  const by = difference(line);
  const name = h('span', {class: `verdict-name ${line.verdict}`}, verdict_words[line.verdict]);
  return by === null || line.verdict === 'same' ? [name] : [name, h('span', {class: 'by'}, signed(by))];
}

function by_verdict(a: ComparedLine, b: ComparedLine): number {
  const order: Verdict[] = ['illegal', 'missing', 'differs', 'pending', 'same'];
  return order.indexOf(a.verdict) - order.indexOf(b.verdict) || (a.move < b.move ? -1 : 1);
}

function signed_or_same(by: bigint): string {
  return by === 0n ? 'same' : signed(by);
}

function leaf_column(name: LeafColumn, total: Counts | null): Column<ComparedLine> {
  const count = (line: ComparedLine) => line.ours?.[name];
  const words = name.replaceAll('_', ' ');
  return {title: words[0]!.toUpperCase() + words.slice(1), kind: 'count',
          cell: (line) => count(line) === undefined ? '' : grouped(count(line)!),
          order: (a, b) => by_count(count(a), count(b)), total: total?.[name] === undefined ? '' : grouped(total[name]!)};
}

function share_cell(nodes: bigint, most: bigint, sum: bigint): Node[] {
  const width = Number((nodes * 1000n) / most) / 10;
  const bar = svg('svg', {class: 'bar', 'aria-hidden': 'true'},
                  svg('rect', {width: `${Math.max(width, 0.5)}%`, height: '100%', rx: 2}));
  return [h('span', {class: 'percent'}, percent(nodes, sum)), bar];
}
