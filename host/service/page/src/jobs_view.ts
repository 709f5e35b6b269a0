// All jobs: those that run, those that wait, and what became of the others.

import type {App, View} from './app';
import {follow, get, has_ended, ProblemError, remove} from './api';
import {h, when_released} from './dom';
import {cost, duration, grouped, job_subject, job_title, moment, rough} from './format';
import {job_dialog} from './job_form';
import {job_result, plies} from './job_result';
import {empty_state, problem_box} from './problem_box';
import {progress_bar} from './progress';
import {radio} from './setup';
import type {Job, JobResult, JobState} from './types';

const kPage = 30;
const kLook = 2000;  // milliseconds

export class JobsView implements View {
  readonly element: HTMLElement;
  private readonly list = h('ul', {class: 'jobs'});
  private readonly note = h('div');
  private readonly more = h('button', {type: 'button', hidden: true, onclick: () => this.load_more()}, 'Older jobs');
  private state: JobState | '' = '';
  private jobs: Job[] = [];
  private limit = kPage;
  private opened: number | null = null;
  private readonly results = new Map<number, JobResult>();
  private timer = 0;
  private watched: AbortController | null = null;
  private shown = false;

  constructor(private readonly app: App) {
    const states: [JobState | '', string][] =
        [['', 'All'], ['running', 'Running'], ['queued', 'Waiting'], ['done', 'Done'], ['failed', 'Failed'], ['cancelled', 'Cancelled']];
    this.element = h('section', {class: 'jobs-view', 'aria-label': 'Jobs'},
        h('div', {class: 'row between'},
          h('fieldset', {class: 'segmented'}, h('legend', {class: 'visually-hidden'}, 'Which'), states.map(([state, name]) =>
              radio('job-state', name, () => {
                this.state = state;
                this.limit = kPage;
                void this.load();
              }, state === ''))),
          h('button', {type: 'button', class: 'primary', id: 'new-job', onclick: () => this.submit()}, 'New job')),
        this.note, this.list, this.more);
  }

  enter(parameters: URLSearchParams): void {
    this.shown = true;
    const job = Number(parameters.get('job'));
    this.opened = job > 0 ? job : null;
    void this.load();
  }

  leave(): void {
    this.shown = false;
    clearTimeout(this.timer);
    this.watched?.abort();
  }

  parameters(): Record<string, string> {
    return this.opened ? {job: String(this.opened)} : {};
  }

  private async load(): Promise<void> {
    clearTimeout(this.timer);
    try {
      const {jobs, more} = await get<{jobs: Job[]; more: boolean}>('api/jobs', {limit: this.limit, state: this.state || undefined});
      this.jobs = jobs;
      this.more.hidden = !more || this.limit >= 200;
      this.note.replaceChildren(...(jobs.length > 0 ? [] : [this.nothing()]));
      this.render();
      if (this.opened) this.open(this.opened);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.note.replaceChildren(problem_box(error.problem));
    }
    if (this.shown) this.timer = window.setTimeout(() => void this.refresh(), kLook);
  }

  /** Looks again as long as there is something to wait for. */
  private async refresh(): Promise<void> {
    const waiting = this.jobs.some((job) => !has_ended(job));
    if (document.hidden || !waiting) this.timer = window.setTimeout(() => void this.refresh(), kLook);
    else await this.load();
  }

  private load_more(): void {
    this.limit = Math.min(200, this.limit + kPage);
    void this.load();
  }

  private render(): void {
    when_released(this.list, () => this.render_now());
  }

  private render_now(): void {
    const focused = document.activeElement?.closest<HTMLElement>('[data-job]')?.dataset['job'];
    const control = document.activeElement?.getAttribute('data-control');
    this.list.replaceChildren(...this.jobs.map((job) => this.item(job)));
    if (focused) this.list.querySelector<HTMLElement>(`[data-job="${focused}"] [data-control="${control}"]`)?.focus();
  }

  private item(job: Job): HTMLElement {
    const open = job.id === this.opened;
    const subject = job_subject(job.request);
    const running = !has_ended(job);
    const spent = job.progress.seconds > 0 ? duration(job.progress.seconds) : '';
    const times = [moment(job.created), spent, job.progress.nodes && job.progress.nodes !== '0' &&
                   `${rough(Number(job.progress.nodes))} nodes`].filter(Boolean).join(' · ');
    return h('li', {class: `job ${job.state}`, 'data-job': job.id},
        h('div', {class: 'job-head'},
          h('button', {type: 'button', class: 'job-open', 'aria-expanded': String(open), 'data-control': 'open',
                       onclick: () => this.toggle(job.id)},
            h('span', {class: 'job-title'}, h('span', {class: 'job-id'}, job.id), job_title(job)),
            subject && h('span', {class: `job-subject${subject.includes('/') ? ' code' : ''}`}, subject),
            h('span', {class: 'job-times'}, times)),
          h('span', {class: `state ${job.state}`}, job.state === 'queued' ? 'waiting' : job.state),
          h('button', {type: 'button', class: running ? 'cancel' : 'quiet', 'data-control': 'end', 'aria-label':
                       `${running ? 'Cancel' : 'Forget'} job ${job.id}`, onclick: () => void this.end(job)}, running ? 'Cancel' : 'Forget')),
        running && progress_bar(job),
        open && h('div', {class: 'job-detail'}, this.detail(job)));
  }

  private detail(job: Job): Node[] {
    const result = this.results.get(job.id);
    const parts: Node[] = [];
    const facts = [cost(job.estimate) && `Expected: ${cost(job.estimate)}`, job.run && `Stored in ${job.run}`].filter(Boolean).join(' · ');
    if (facts) parts.push(h('p', {class: 'hint'}, facts));
    if (job.error) parts.push(h('p', {class: 'error'}, job.error));
    if (result) parts.push(job_result(this.app, job, result));
    else if (job.progress.plies && job.progress.plies.length > 0) parts.push(plies({plies: job.progress.plies}));
    if (job.kind === 'divide' && !has_ended(job)) {
      parts.push(h('button', {type: 'button', onclick: () => this.app.show_divide(job)}, 'Watch by move'));
    }
    if (job.state === 'cancelled' && job.progress.nodes) parts.push(h('p', {}, `${grouped(job.progress.nodes)} nodes were counted.`));
    return parts;
  }

  private toggle(id: number): void {
    this.opened = this.opened === id ? null : id;
    this.watched?.abort();
    this.watched = null;
    this.app.remember();
    this.render();
    if (this.opened) this.open(id);
  }

  /** Fetches the result of a job that is done; follows one that is not. */
  private open(id: number): void {
    const job = this.jobs.find((other) => other.id === id);
    if (!job) return;
    if (job.state === 'done' && !this.results.has(id)) void this.fetch_result(id);
    if (!has_ended(job) && (!this.watched || this.watched.signal.aborted)) void this.watch(id);
  }

  private async watch(id: number): Promise<void> {
    const {signal} = this.watched = new AbortController();
    try {
      const ended = await follow(id, (now) => this.replace(now), signal);
      if (ended.state === 'done') await this.fetch_result(id);
    } catch (error) {
      if (!signal.aborted && !(error instanceof ProblemError)) throw error;
    } finally {
      if (this.watched?.signal === signal) this.watched = null;
    }
  }

  private async fetch_result(id: number): Promise<void> {
    try {
      this.results.set(id, await get<JobResult>(`api/jobs/${id}/result`));
      this.render();
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.note.replaceChildren(problem_box(error.problem));
    }
  }

  private replace(job: Job): void {
    this.jobs = this.jobs.map((other) => other.id === job.id ? job : other);
    if (this.shown) this.render();
  }

  private async end(job: Job): Promise<void> {
    try {
      await remove(`api/jobs/${job.id}`);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.note.replaceChildren(problem_box(error.problem));
    }
    await this.load();
  }

  private submit(): void {
    const dialog = job_dialog(this.app, (job) => {
      this.opened = job.id;
      this.app.remember();
      void this.load();
    });
    document.body.append(dialog);
    dialog.showModal();
  }

  private nothing(): HTMLElement {
    return this.state === '' ? empty_state('No jobs yet', 'Counts that take long, suites to check and endgames to solve are jobs. ' +
        'They are stored: a restarted server resumes them.')
                             : empty_state('None', 'No job is in this state.');
  }
}
