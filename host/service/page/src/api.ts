// Requests to the service, by addresses relative to the page's own.

import {ask_token, token} from './token';
import type {Job, Problem} from './types';

/** A request that the service, or the way to it, refused. */
export class ProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }

  /** "bad-fen", "too-costly", ... and "unreachable". */
  get kind(): string {
    return this.problem.type.split(':').pop() ?? '';
  }
}

export type Query = Record<string, string | number | boolean | undefined>;

/** The address with those of the parameters that say something. */
export function address(path: string, query: Query = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== false) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/** Answers to GET. Throws ProblemError, and an AbortError where `signal` aborts. */
export async function get<T>(path: string, query: Query = {}, signal?: AbortSignal): Promise<T> {
  return (await send(address(path, query), {signal})).json();
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const headers = {'Content-Type': 'application/json'};
  return (await send(path, {method: 'POST', body: JSON.stringify(body), headers, signal})).json();
}

/** Cancels what runs, forgets what has ended. */
export async function remove(path: string): Promise<void> {
  await send(path, {method: 'DELETE'});
}

/**
 * Follows a job until it has ended; returns it as it then is. An EventSource cannot carry a token, so the stream is read
 * here. A stream that breaks off is opened again.
 */
export async function follow(id: number, changed: (job: Job) => void, signal: AbortSignal): Promise<Job> {
  for (let pause = 500;; pause = Math.min(2 * pause, 8000)) {
    try {
      const response = await send(`api/jobs/${id}/events`, {signal, headers: {Accept: 'text/event-stream'}});
      for await (const data of events(response)) {
        const job = JSON.parse(data) as Job;
        changed(job);
        if (has_ended(job)) return job;
        pause = 500;
      }
    } catch (error) {
      if (signal.aborted || (error instanceof ProblemError && error.kind === 'not-found')) throw error;
    }
    await new Promise((resume) => setTimeout(resume, pause));
    signal.throwIfAborted();
  }
}

export function has_ended(job: Job): boolean {
  return job.state !== 'queued' && job.state !== 'running';
}

/** The data of server-sent events as they come. */
async function* events(response: Response): AsyncGenerator<string> {
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  try {
    for (;;) {
      const {value, done} = await reader.read();
      if (done) return;
      text += value.replaceAll('\r', '');
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = text.slice(0, end).split('\n').filter((line) => line.startsWith('data:'));
        text = text.slice(end + 2);
        if (data.length > 0) yield data.map((line) => line.slice(5).trimStart()).join('\n');
      }
    }
  } finally {
    void reader.cancel().catch(() => {});
  }
}

async function send(path: string, options: RequestInit): Promise<Response> {
  for (;;) {
    const used = token();
    const headers = new Headers(options.headers);
    if (used) headers.set('Authorization', `Bearer ${used}`);
    let response: Response;
    try {
      response = await fetch(path, {...options, headers, cache: 'no-store'});
    } catch (error) {
      if (options.signal?.aborted) throw error;
      throw new ProblemError({type: 'urn:plyforge:problem:unreachable', title: 'No answer', status: 0,
                              detail: 'The service does not answer. Is it still running?'});
    }
    if (response.ok) return response;
    if (response.status !== 401) throw new ProblemError(await read_problem(response));
    await ask_token(used);
  }
}

async function read_problem(response: Response): Promise<Problem> {
  try {
    const problem = await response.json();
    if (typeof problem.detail === 'string') return problem;
  } catch {
    // Not JSON: something between us and the service has answered.
  }
  return {type: 'urn:plyforge:problem:internal', title: response.statusText, status: response.status,
          detail: `The service answered with status ${response.status} ${response.statusText}`.trim()};
}
