// One count by first move: answered at once where it is small, and a job where it is not.

import {follow, get, post, ProblemError, remove} from './api';
import type {Rules} from './position';
import type {Counts, DivideLine, Estimate, Info, Job, Leaf, PerftAnswer, PerftResult, Problem} from './types';

export interface Question {
  fen: string;
  rules: Rules;
  depth: number;
  leaf: Leaf;
}

export function question_key({fen, rules, depth, leaf}: Question): string {
  return [fen, rules.chess960, rules.any_material, depth, leaf].join('|');
}

export class Count {
  state: 'asking' | 'running' | 'done' | 'cancelled' | 'failed' = 'asking';
  lines = new Map<string, DivideLine>();
  /** Known when it is done. */
  total: Counts | null = null;
  seconds = 0;
  job: Job | null = null;
  problem: Problem | null = null;
  private readonly stop = new AbortController();

  /** `changed` is called whenever there is more to show. */
  constructor(readonly question: Question, private readonly changed: () => void) {}

  async run(info: Info): Promise<void> {
    try {
      await (await this.is_quick(info) ? this.at_once() : this.as_job());
    } catch (error) {
      if (this.stop.signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      this.state = 'failed';
      this.problem = error.problem;
    }
    this.changed();
  }

  /** Goes on with a job that was submitted before. */
  async resume(job: Job): Promise<void> {
    try {
      await this.watch(job);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      this.state = 'failed';
      this.problem = error.problem;
    }
    this.changed();
  }

  async cancel(): Promise<void> {
    if (!this.job) {
      this.stop.abort();
      this.state = 'cancelled';
      this.changed();
      return;
    }
    try {
      await remove(`api/jobs/${this.job.id}`);
    } catch (error) {
      // It has ended meanwhile, and is forgotten; what becomes of it the stream of its events says.
      if (!(error instanceof ProblemError)) throw error;
    }
  }

  private async is_quick(info: Info): Promise<boolean> {
    if (this.question.depth < 2) return true;
    const estimate = await post<Estimate>('api/estimate', this.request(), this.stop.signal);
    return estimate.leaves <= info.limits.quick_leaves;
  }

  private async at_once(): Promise<void> {
    const {fen, rules, depth, leaf} = this.question;
    try {
      const answer = await get<PerftAnswer>('api/perft', {fen, ...rules, depth, divide: true, leaf}, this.stop.signal);
      this.finish(answer);
    } catch (error) {
      if (!(error instanceof ProblemError) || error.kind !== 'too-costly') throw error;
      await this.as_job();
    }
  }

  private async as_job(): Promise<void> {
    await this.watch(await post<Job>('api/jobs', this.request(), this.stop.signal));
  }

  private async watch(job: Job): Promise<void> {
    this.take(job);
    const ended = await follow(job.id, (now) => this.take(now), this.stop.signal);
    if (ended.state === 'done') {
      this.finish(await get<PerftResult>(`api/jobs/${job.id}/result`));
    } else if (ended.state === 'failed') {
      this.state = 'failed';
      this.problem = {type: 'urn:plyforge:problem:internal', title: 'Failed', status: 500, detail: ended.error ?? ''};
    } else {
      this.state = 'cancelled';
    }
  }

  private take(job: Job): void {
    this.job = job;
    this.state = 'running';
    this.seconds = job.progress.seconds;
    for (const line of job.progress.moves ?? []) this.lines.set(line.move, line);
    this.changed();
  }

  private finish(answer: PerftAnswer): void {
    this.state = 'done';
    this.total = answer;
    this.seconds = answer.seconds;
    this.lines = new Map((answer.moves ?? []).map((line) => [line.move, line]));
  }

  private request() {
    const {fen, rules, depth, leaf} = this.question;
    return {kind: 'divide', fen, depth, leaf, ...(rules.chess960 && {chess960: true}),
            ...(rules.any_material && {any_material: true})};
  }
}
