// Counting the position on the board by first move.

import type {App, View} from './app';
import {post, ProblemError} from './api';
import {ComparePanel} from './compare_panel';
import {Count, question_key} from './count';
import type {Question} from './count';
import {DivideTable, marks_of} from './divide_table';
import {compare} from './divide_text';
import type {ComparedLine} from './divide_text';
import {announce, debounced, h, icon, when_released} from './dom';
import {cost, duration, grouped, rough} from './format';
import {empty_state, problem_box} from './problem_box';
import {progress_bar} from './progress';
import {radio} from './setup';
import type {Estimate, Job, Leaf} from './types';

const kMostDepth = 64;

export class PerftView implements View {
  readonly element: HTMLElement;
  private readonly depth = h('input', {id: 'depth', class: 'stepper-value', type: 'number', min: 1, max: kMostDepth,
                                       value: 5, inputmode: 'numeric', oninput: () => this.changed()});
  private readonly estimate = h('p', {class: 'hint', id: 'estimate', role: 'status'});
  private readonly start = h('button', {class: 'primary', id: 'count'}, 'Count');
  private readonly headline = h('div', {class: 'headline'});
  private readonly results = h('div', {class: 'results'});
  private readonly table: DivideTable;
  private readonly compare_panel = new ComparePanel();
  private readonly counts = new Map<string, Count>();
  private leaf: Leaf = 'moves';
  private lines: ComparedLine[] = [];
  private shown = false;

  constructor(private readonly app: App) {
    this.table = new DivideTable({
      active: (line) => app.board.emphasize(line ? arrow(line) : []),
      open: (line) => this.open(line),
    });
    this.compare_panel.on_change = () => this.render();
    const leaves = ([['moves', 'Moves'], ['stats', 'Statistics'], ['outcome', 'Outcomes']] as const).map(
        ([leaf, name]) => radio('leaf', name, () => {
          this.leaf = leaf;
          this.changed();
        }, leaf === 'moves'));
    const form = h('form', {class: 'card controls', onsubmit: (event: Event) => {
      event.preventDefault();
      this.count();
    }},
        h('div', {class: 'field'}, h('label', {for: 'depth'}, 'Depth'),
          h('div', {class: 'stepper'}, this.step('minus', -1, 'One ply less'), this.depth,
            this.step('plus', 1, 'One ply more'))),
        h('fieldset', {class: 'segmented'}, h('legend', {}, 'Count'), leaves),
        this.start, this.estimate);
    this.element = h('section', {'aria-label': 'Perft'}, form, this.headline, this.compare_panel.element, this.results);
    app.store.subscribe(() => this.changed());
  }

  enter(parameters: URLSearchParams): void {
    this.shown = true;
    const depth = Number(parameters.get('depth'));
    if (depth >= 1) this.depth.value = String(depth);
    this.changed();
  }

  leave(): void {
    this.shown = false;
    this.app.board.emphasize([]);
  }

  parameters(): Record<string, string> {
    return {depth: this.depth.value};
  }

  /** Shows a divide that is a job. */
  adopt(job: Job): void {
    const {request} = job;
    const rules = {chess960: request.chess960 ?? false, any_material: request.any_material ?? false};
    this.depth.value = String(request.depth);
    this.leaf = request.leaf ?? 'moves';
    this.element.querySelectorAll<HTMLInputElement>('[name=leaf]').forEach(
        (input, index) => input.checked = ['moves', 'stats', 'outcome'][index] === this.leaf);
    const question = {fen: request.fen!, rules, depth: request.depth!, leaf: this.leaf};
    const count = new Count(question, () => this.changed());
    this.counts.set(question_key(question), count);
    void count.resume(job);
    this.app.store.set(request.fen!, rules);
  }

  private get question(): Question | null {
    const depth = Number(this.depth.value);
    const whole = Number.isInteger(depth) && depth >= 1 && depth <= kMostDepth;
    const {fen, rules, answer} = this.app.store;
    return whole && answer ? {fen: answer.fen ?? fen, rules, depth, leaf: this.leaf} : null;
  }

  private get current(): Count | null {
    const question = this.question;
    return question ? this.counts.get(question_key(question)) ?? null : null;
  }

  private count(): void {
    const question = this.question;
    if (!question) return;
    const count = new Count(question, () => this.render());
    this.counts.set(question_key(question), count);
    void count.run(this.app.info).then(() => {
      if (count.total && this.current === count) announce(`${grouped(count.total.nodes)} nodes`);
    });
    this.render();
  }

  /** Goes down a move, and counts there. */
  private open(line: ComparedLine): void {
    const move = this.app.store.legal(line.move);
    const question = this.question;
    if (!move || !question) return;
    this.depth.value = String(Math.max(1, question.depth - 1));
    this.app.board.emphasize([]);
    this.app.store.play(move);
    this.app.when_answered(() => {
      if (!this.current) this.count();
    });
  }

  private changed(): void {
    this.render();
    if (this.shown) {
      this.app.remember();
      this.ask_cost();
    }
  }

  private readonly ask_cost = debounced(250, async () => {
    const question = this.question;
    this.estimate.classList.remove('error');
    if (!question) {
      const wrong = this.app.store.answer && `The depth is a whole number from 1 to ${kMostDepth}.`;
      this.estimate.textContent = wrong || '';
      this.estimate.classList.toggle('error', Boolean(wrong));
      return;
    }
    const {fen, rules, depth, leaf} = question;
    if (depth < 2) {
      this.estimate.textContent = '';
      return;
    }
    try {
      const estimate = await post<Estimate>('api/estimate', {kind: 'divide', fen, depth, leaf,
          ...(rules.chess960 && {chess960: true}), ...(rules.any_material && {any_material: true})});
      if (this.question && question_key(this.question) !== question_key(question)) return;
      const job = estimate.leaves > this.app.info.limits.quick_leaves;
      this.estimate.textContent = !estimate.admitted ? `Expected: ${cost(estimate)}. This server accepts at most ${rough(estimate.limit)} leaves.`
          : estimate.leaves > 0 ? `Expected: ${cost(estimate)}${job ? '; runs as a job' : ''}.` : '';
      this.estimate.classList.toggle('error', !estimate.admitted);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.estimate.textContent = error.problem.detail;
      this.estimate.classList.add('error');
    }
  });

  private render(): void {
    if (!this.shown) return;
    const {answer, fen, problem} = this.app.store;
    const count = this.current;
    this.start.disabled = !this.question || count?.state === 'asking' || count?.state === 'running';
    for (const part of [this.headline, this.results]) part.classList.toggle('stale', !answer && !problem);
    if (!answer && !problem) return;
    const legal = answer?.moves ?? [];
    this.compare_panel.element.hidden = !answer;
    const key = this.question ? question_key(this.question) : '';
    this.compare_panel.ask(key, answer?.fen ?? fen, Number(this.depth.value));
    const pasted = this.compare_panel.read(legal);
    const compared = pasted.counts.size > 0;
    this.lines = compare(legal, count?.lines ?? new Map(), pasted)
                     .map((line) => compared ? line : {...line, verdict: 'same'});
    // What differs comes first.
    const agrees = ({verdict}: ComparedLine) => Number(verdict === 'same' || verdict === 'pending');
    this.lines.sort((a, b) => agrees(a) - agrees(b));
    this.compare_panel.tell(this.lines, pasted, count?.total?.nodes ?? null);
    this.app.board.set_marks(compared ? marks_of(this.lines) : []);
    when_released(this.headline, () => this.headline.replaceChildren(...this.headline_of(this.current)));
    if (count?.state === 'failed' && count.lines.size === 0) this.results.replaceChildren(problem_box(count.problem!));
    else if (!count && !compared) this.results.replaceChildren(...this.nothing());
    else {
      this.table.show({lines: this.lines, leaf: count ? this.leaf : 'moves', total: count?.total ?? null, compared,
                       their_total: [...pasted.counts.values()].reduce((sum, theirs) => sum + theirs, 0n)});
      if (this.results.firstElementChild !== this.table.element) this.results.replaceChildren(this.table.element);
    }
  }

  private headline_of(count: Count | null): Node[] {
    if (!count || (count.state === 'failed' && !count.job)) return [];
    const {question, total, job, seconds} = count;
    const nodes = total?.nodes ?? job?.progress.nodes;
    const rate = nodes && seconds > 0.005 ? ` · ${rough(Number(nodes) / seconds)} a second` : '';
    const caption = {
      asking: 'Counting …',
      running: `Job ${job?.id}, ${job?.state === 'queued' ? 'waiting for its turn' : `running for ${duration(seconds)}`}${rate}`,
      done: `in ${duration(seconds)}${rate}${job ? ` · job ${job.id}` : ''}`,
      cancelled: 'Cancelled', failed: '',
    }[count.state];
    const busy = count.state === 'asking' || count.state === 'running';
    return [
      h('p', {class: 'caption'}, `perft(${question.depth})`),
      h('p', {class: 'total', id: 'total', 'data-state': count.state}, nodes ? grouped(nodes) : '…'),
      h('p', {class: 'caption'}, caption),
      ...(job && busy ? [progress_bar(job)] : []),
      ...(job && busy ? [h('button', {type: 'button', class: 'cancel', onclick: () => void count.cancel()}, 'Cancel')] : []),
      ...(count.state === 'failed' ? [problem_box(count.problem!)] : []),
    ];
  }

  private nothing(): Node[] {
    const {answer, problem} = this.app.store;
    if (problem) return [empty_state('No position', 'Once the FEN beside the board is right, its moves can be counted.')];
    if (!answer) return [];
    if (answer.moves.length === 0) {
      return [empty_state('No move to count', answer.checkmate ? 'This is checkmate.' : 'This is stalemate.')];
    }
    return [empty_state('Nothing counted yet', 'Choose a depth and count. Small counts are answered at once; what takes ' +
        'longer becomes a job, whose moves appear here as they are done.')];
  }

  private step(picture: string, by: number, name: string): HTMLButtonElement {
    return h('button', {type: 'button', 'aria-label': name, title: name, onclick: () => {
      const depth = Math.max(1, Math.min(kMostDepth, (Number(this.depth.value) || 1) + by));
      this.depth.value = String(depth);
      this.changed();
    }}, icon(picture));
  }
}

function arrow(line: ComparedLine) {
  const own = marks_of([line])[0];
  if (own) return [own];
  const square = /^[a-h][1-8][a-h][1-8]/.test(line.move);
  return square ? [{from: line.move.slice(0, 2), to: line.move.slice(2, 4), meaning: 'shown' as const}] : [];
}
