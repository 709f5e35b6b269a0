// The page: its parts put together, and the address that says what is shown.

import type {App, View, ViewName} from './app';
import {get, ProblemError} from './api';
import {BoardColumn} from './board_column';
import {by_id, h} from './dom';
import {EndgamesView} from './endgames_view';
import {kStartFen} from './format';
import {JobsView} from './jobs_view';
import {PerftView} from './perft_view';
import {PositionStore} from './position';
import {ProbeView} from './probe_view';
import {problem_box} from './problem_box';
import {start_theme} from './theme';
import type {Info, Job} from './types';

class Page implements App {
  readonly store = new PositionStore();
  readonly column: BoardColumn;
  private readonly views: Record<ViewName, View>;
  private readonly perft: PerftView;
  private name: ViewName = 'perft';
  private waiting: (() => void)[] = [];

  constructor(readonly info: Info) {
    this.column = new BoardColumn(by_id('board-column'), this.store);
    this.perft = new PerftView(this);
    const probe = new ProbeView(this);
    this.column.on_selected = (square) => probe.selected(square);
    this.views = {perft: this.perft, probe, endings: new EndgamesView(this), jobs: new JobsView(this)};
    this.store.subscribe(() => {
      if (!this.store.answer) return;
      for (const then of this.waiting.splice(0)) then();
    });
    by_id('skip').addEventListener('click', (event) => {
      event.preventDefault();
      by_id('view').focus();
    });
    addEventListener('hashchange', () => this.obey_address());
    this.obey_address();
  }

  get board() {
    return this.column.board;
  }

  go(view: ViewName, parameters: Record<string, string> = {}): void {
    location.hash = `${view}?${new URLSearchParams({...this.position_parameters(view), ...parameters})}`;
  }

  go_to_position(view: 'perft' | 'probe', fen: string): void {
    this.store.set(fen);
    this.go(view);
  }

  show_divide(job: Job): void {
    this.perft.adopt(job);
    this.go('perft', {depth: String(job.request.depth)});
  }

  when_answered(then: () => void): void {
    this.waiting.push(then);
  }

  remember(): void {
    const parameters = new URLSearchParams({...this.views[this.name].parameters(), ...this.position_parameters(this.name)});
    const query = parameters.size > 0 ? `?${parameters.toString().replaceAll('%2F', '/')}` : '';
    history.replaceState(null, '', `#${this.name}${query}`);
  }

  /** The position, for views that show one; the start position goes without saying. */
  private position_parameters(view: ViewName): Record<string, string> {
    if (view !== 'perft' && view !== 'probe') return {};
    const {fen, rules} = this.store;
    return {...(fen !== kStartFen && {fen}), ...(rules.chess960 && {chess960: '1'}), ...(rules.any_material && {any_material: '1'})};
  }

  private obey_address(): void {
    const [name = '', query = ''] = location.hash.slice(1).split(/\?(.*)/s);
    const view: ViewName = name in this.views ? name as ViewName : 'perft';
    const parameters = new URLSearchParams(query);
    this.views[this.name].leave();
    this.name = view;
    document.body.dataset['view'] = view;
    by_id('view').replaceChildren(this.views[view].element);
    for (const link of document.querySelectorAll('nav a')) {
      if (link.getAttribute('href') === `#${view}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.obey_position(view, parameters);
    this.views[view].enter(parameters);
  }

  private obey_position(view: ViewName, parameters: URLSearchParams): void {
    const fen = parameters.get('fen');
    const asked = this.store.answer || this.store.problem;
    const other = (view === 'perft' || view === 'probe') && fen !== null && fen !== this.store.fen;
    if (!other && asked) return;
    const rules = {chess960: parameters.get('chess960') === '1', any_material: parameters.get('any_material') === '1'};
    this.store.set(fen ?? this.store.fen, rules);
  }
}

async function start(): Promise<void> {
  start_theme();
  try {
    const info = await get<Info>('api/info');
    by_id('version').textContent = info.version;
    new Page(info);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    by_id('view').replaceChildren(problem_box(error.problem),
                                  h('button', {type: 'button', onclick: () => location.reload()}, 'Try again'));
  }
}

void start();
