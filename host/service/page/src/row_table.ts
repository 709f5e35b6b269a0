// A table whose rows are gone through with the arrow keys, pointed at and opened, and whose columns sort.

import {h, when_released} from './dom';

type Cell = Node | string | number | null | false;

export interface Column<Row> {
  title: string;
  /** "count": digits in columns; "wide": left out where it is narrow. */
  kind?: string;
  cell: (row: Row) => Cell | Cell[];
  order?: (a: Row, b: Row) => number;
  /** In the last line. */
  total?: Cell;
}

export interface RowEvents<Row> {
  /** The row under the pointer or the focus; null: none. */
  active?: (row: Row | null) => void;
  /** Enter, or a click. */
  open?: (row: Row) => void;
}

export class RowTable<Row> {
  readonly element: HTMLElement;
  private readonly head = h('thead');
  private readonly body = h('tbody');
  private readonly foot = h('tfoot');
  private columns: Column<Row>[] = [];
  private rows: Row[] = [];
  private shown: Row[] = [];
  private sort: {title: string; down: boolean} | null = null;
  private current = '';

  constructor(caption: string, private readonly key: (row: Row) => string, private readonly events: RowEvents<Row> = {},
              private readonly row_class: (row: Row) => string = () => '') {
    const table = h('table', {role: 'grid', 'aria-label': caption}, this.head, this.body, this.foot);
    this.element = h('div', {class: 'table-frame'}, table);
    this.body.addEventListener('keydown', (event) => this.on_key(event));
    this.body.addEventListener('click', (event) => {
      const row = this.row_of(event);
      if (row && !(event.target as Element).closest('a, button')) this.events.open?.(row);
    });
    this.body.addEventListener('mouseover', (event) => this.events.active?.(this.row_of(event)));
    this.body.addEventListener('mouseleave', () => this.events.active?.(null));
    this.body.addEventListener('focusin', (event) => {
      const row = this.row_of(event);
      if (row) this.current = this.key(row);
      this.events.active?.(row);
    });
    this.body.addEventListener('focusout', () => this.events.active?.(null));
  }

  show(rows: Row[], columns: Column<Row>[]): void {
    this.rows = rows;
    this.columns = columns;
    when_released(this.body, () => this.render());
  }

  private render(): void {
    const focused = this.body.contains(document.activeElement);
    const order = this.columns.find((column) => column.title === this.sort?.title)?.order;
    this.shown = order ? [...this.rows].sort(this.sort!.down ? (a, b) => order(b, a) : order) : this.rows;
    if (!this.shown.some((row) => this.key(row) === this.current)) this.current = this.shown[0] ? this.key(this.shown[0]) : '';

    this.head.replaceChildren(h('tr', {}, this.columns.map((column) => this.header(column))));
    this.body.replaceChildren(...this.shown.map((row) => h('tr', {
      tabindex: this.key(row) === this.current ? 0 : -1, class: this.row_class(row), 'data-key': this.key(row),
    }, this.columns.map((column) => h('td', {class: column.kind}, ...[column.cell(row)].flat())))));
    const has_total = this.columns.some((column) => column.total !== undefined) && this.shown.length > 0;
    this.foot.replaceChildren(...(has_total ? [h('tr', {}, this.columns.map((column) =>
        h('td', {class: column.kind}, column.total)))] : []));
    this.element.classList.toggle('openable', this.events.open !== undefined);
    if (focused) this.body.querySelector<HTMLElement>('tr[tabindex="0"]')?.focus({preventScroll: true});
  }

  private header(column: Column<Row>): HTMLElement {
    const sorted = this.sort?.title === column.title;
    const state = sorted ? (this.sort!.down ? 'descending' : 'ascending') : null;
    if (!column.order) return h('th', {scope: 'col', class: column.kind}, column.title);
    const first_down = column.kind?.includes('count') ?? false;
    return h('th', {scope: 'col', class: column.kind, 'aria-sort': state},
             h('button', {type: 'button', class: 'sort', onclick: () => {
               // Twice the same title turns the order, a third time goes back to the order given.
               if (!sorted) this.sort = {title: column.title, down: first_down};
               else this.sort = this.sort!.down === first_down ? {title: column.title, down: !first_down} : null;
               this.render();
               this.head.querySelectorAll('th')[this.columns.indexOf(column)]?.querySelector('button')?.focus();
             }}, column.title));
  }

  private row_of(event: Event): Row | null {
    const key = (event.target as Element).closest<HTMLElement>('tr')?.dataset['key'];
    return this.shown.find((row) => this.key(row) === key) ?? null;
  }

  private on_key(event: KeyboardEvent): void {
    if (event.target instanceof HTMLElement && event.target.closest('button, a, input')) return;
    const row = this.row_of(event);
    if (!row) return;
    const at = this.shown.indexOf(row);
    const last = this.shown.length - 1;
    const to: Record<string, number> = {ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: last,
                                        PageDown: at + 10, PageUp: at - 10};
    const next = to[event.key];
    if (next !== undefined) this.move(Math.max(0, Math.min(last, next)));
    else if (event.key === 'Enter' && this.events.open) this.events.open(row);
    else return;
    event.preventDefault();
  }

  private move(index: number): void {
    const rows = this.body.querySelectorAll('tr');
    this.body.querySelector('tr[tabindex="0"]')?.setAttribute('tabindex', '-1');
    rows[index]?.setAttribute('tabindex', '0');
    rows[index]?.focus();
  }
}

/** Orders counts, the texts of which may be missing. */
export function by_count(a: string | undefined, b: string | undefined): number {
  const difference = BigInt(a ?? '-1') - BigInt(b ?? '-1');
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
