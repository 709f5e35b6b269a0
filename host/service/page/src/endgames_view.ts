// The endgames that are solved, and the statistics of one of them.

import type {App, View} from './app';
import {get, post, ProblemError} from './api';
import {h} from './dom';
import {endgame_men} from './endgame_title';
import {bytes, grouped, percent, plural} from './format';
import {Histogram} from './histogram';
import {empty_state, problem_box} from './problem_box';
import {radio} from './setup';
import type {Endgame, EndgameSide, EndgameStatistics, Job} from './types';
import {result_words} from './verdict';

export class EndgamesView implements View {
  readonly element: HTMLElement;
  private readonly list = h('div', {class: 'ending-list'});
  private readonly filter = h('input', {type: 'search', id: 'ending-filter', placeholder: 'KQvK', spellcheck: 'false',
                                        autocomplete: 'off', oninput: () => this.show_list()});
  private readonly detail = h('div', {class: 'ending-detail', id: 'ending-detail'});
  private readonly solve_slot = h('div');
  private endings: Endgame[] = [];
  private chosen = '';

  constructor(private readonly app: App) {
    this.element = h('section', {class: 'endings', 'aria-label': 'Endgames'},
        h('div', {class: 'ending-index'},
          h('div', {class: 'field'}, h('label', {for: 'ending-filter'}, 'Find an endgame'), this.filter),
          this.list, this.solve_slot),
        this.detail);
  }

  enter(parameters: URLSearchParams): void {
    this.chosen = parameters.get('ending') ?? '';
    void this.load();
  }

  leave(): void {}

  parameters(): Record<string, string> {
    return this.chosen ? {ending: this.chosen} : {};
  }

  private async load(): Promise<void> {
    try {
      this.endings = (await get<{endings: Endgame[]}>('api/endgames')).endings;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.endings = [];
      this.detail.replaceChildren(problem_box(error.problem));
      return;
    }
    this.show_list();
    this.solve_slot.replaceChildren(...(this.app.info.kinds.includes('endgame') ? [this.solve_form()] : []));
    if (this.chosen) await this.open(this.chosen);
    else this.detail.replaceChildren(this.endings.length > 0
        ? empty_state('Choose an endgame', 'Its results, distances to mate and zugzwangs are counted over all its positions.')
        : empty_state('No tables here', 'This server has no solved endgames. Start it with “--tables FOLDER”.'));
  }

  private show_list(): void {
    const wanted = this.filter.value.trim().toUpperCase().replace('V', 'v');
    const found = this.endings.filter(({ending}) => ending.includes(wanted));
    const sizes = [...new Set(found.map(({men}) => men))].sort((a, b) => a - b);
    this.list.replaceChildren(...sizes.map((men) => h('div', {class: 'ending-group'},
        h('h3', {}, plural(men, 'man', 'men')),
        h('ul', {class: 'chips'}, found.filter((ending) => ending.men === men).map(({ending, bytes: size}) => h('li', {},
            h('a', {href: `#endings?ending=${ending}`, class: 'chip-link', title: bytes(size),
                    'aria-current': ending === this.chosen ? 'true' : null}, ending)))))));
    if (found.length === 0 && this.endings.length > 0) this.list.replaceChildren(h('p', {class: 'hint'}, 'No match.'));
  }

  private async open(name: string): Promise<void> {
    this.detail.classList.add('stale');
    try {
      this.show(await get<EndgameStatistics>(`api/endgames/${encodeURIComponent(name)}`));
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.detail.replaceChildren(problem_box(error.problem));
    }
    this.detail.classList.remove('stale');
  }

  private show(statistics: EndgameStatistics): void {
    const {white_to_move, black_to_move} = statistics;
    const histogram = new Histogram();
    const side_slot = h('div');
    const choose = (side: EndgameSide) => {
      histogram.show(side);
      side_slot.replaceChildren(this.longest(side));
    };
    const sides = black_to_move && h('fieldset', {class: 'segmented'}, h('legend', {class: 'visually-hidden'}, 'Side'),
        radio('ending-side', 'White to move', () => choose(white_to_move), true),
        radio('ending-side', 'Black to move', () => choose(black_to_move)));
    this.detail.replaceChildren(
        h('div', {class: 'ending-title'}, h('h2', {}, statistics.ending), endgame_men(statistics.ending)),
        h('div', {class: 'sides'}, result_bar(statistics.symmetric ? 'Either side to move' : 'White to move', white_to_move),
          black_to_move && result_bar('Black to move', black_to_move)),
        h('div', {class: 'card'}, sides ?? '', histogram.element, side_slot),
        this.zugzwangs(statistics));
    choose(white_to_move);
  }

  private longest(side: EndgameSide): HTMLElement {
    const of = (title: string, counts: Record<string, string>, fens: string[]) => {
      const plies = Math.max(-1, ...Object.keys(counts).map(Number));
      return plies >= 0 && fens.length > 0 && h('div', {}, h('h3', {}, `${title}: ${plural(plies, 'ply', 'plies')}`), this.positions(fens));
    };
    return h('div', {class: 'longest'}, of('Longest win', side.win_dtm, side.longest_win), of('Longest loss', side.loss_dtm, side.longest_loss));
  }

  private positions(fens: string[]): HTMLElement {
    return h('ul', {class: 'positions'}, fens.map((fen) => h('li', {},
        h('button', {type: 'button', class: 'quiet code', title: 'Put it on the board',
                     onclick: () => this.app.go_to_position('probe', fen)}, fen))));
  }

  private zugzwangs({mutual_zugzwangs, zugzwang_examples}: EndgameStatistics): HTMLElement {
    const {draw_or_win, loss_or_draw, loss_or_win} = mutual_zugzwangs;
    const line = (text: string, count: string) => h('div', {}, h('dt', {}, text), h('dd', {class: 'count'}, grouped(count)));
    return h('div', {class: 'card'}, h('h3', {}, 'Mutual zugzwangs'),
        h('dl', {class: 'figures'},
          line('White only draws if to move, and wins if not', draw_or_win),
          line('White loses if to move, and draws if not', loss_or_draw),
          line('White loses if to move, and wins if not', loss_or_win)),
        zugzwang_examples.length > 0 && this.positions(zugzwang_examples));
  }

  private solve_form(): HTMLElement {
    const input = h('input', {id: 'solve-ending', required: true, placeholder: 'KRPvKR', spellcheck: 'false', autocomplete: 'off', maxlength: 12});
    const problem = h('div');
    return h('form', {class: 'solve', onsubmit: async (event: Event) => {
      event.preventDefault();
      try {
        const job = await post<Job>('api/jobs', {kind: 'endgame', ending: input.value.trim()});
        this.app.go('jobs', {job: String(job.id)});
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        problem.replaceChildren(problem_box(error.problem));
      }
    }}, h('label', {for: 'solve-ending'}, 'Solve another'), h('div', {class: 'row'}, input, h('button', {}, 'Solve')), problem);
  }
}

/** The results of all positions with a side to move, as one bar and in figures. */
function result_bar(title: string, side: EndgameSide): HTMLElement {
  const all = BigInt(side.positions);
  const parts = ([['win', side.win], ['cursed', side.cursed_win], ['draw', side.draw], ['blessed', side.blessed_loss],
                  ['loss', side.loss]] as const).filter(([, count]) => BigInt(count) > 0n);
  const bar = h('div', {class: 'result-bar', 'aria-hidden': 'true'}, parts.map(([result, count]) => {
    const part = h('span', {class: `result-${result}`});
    part.style.flexGrow = String(Number(count) / Number(all || 1n));
    return part;
  }));
  return h('div', {class: 'card side'},
      h('div', {class: 'side-title'}, h('h3', {}, title), h('span', {class: 'caption'}, `${grouped(side.positions)} positions`)),
      bar,
      h('dl', {class: 'figures'}, parts.map(([result, count]) => h('div', {},
          h('dt', {}, h('span', {class: `dot result-${result}`}), result_words[result]),
          h('dd', {class: 'count'}, grouped(count), h('span', {class: 'percent'}, percent(BigInt(count), all)))))));
}
