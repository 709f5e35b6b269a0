// Numbers, times and chess in words.

import type {Estimate, Job, JobRequest} from './types';

/** "3195901860" as "3,195,901,860". */
export function grouped(count: string | number | bigint): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A difference with its sign: "+12", "−3". */
export function signed(difference: bigint): string {
  return difference < 0n ? `−${grouped(-difference)}` : `+${grouped(difference)}`;
}

/** A rough number: "950", "3.2 billion". */
export function rough(value: number): string {
  const names = ['', ' thousand', ' million', ' billion', ' trillion', ' quadrillion'];
  let power = 0;
  while (value >= 999.5 && power < names.length - 1) {
    value /= 1000;
    ++power;
  }
  if (value >= 999.5) return `${value.toExponential(1).replace('e+', ' × 10^')} quadrillion`;
  return (power === 0 || value >= 99.5 ? value.toFixed(0) : value.toPrecision(2)) + names[power];
}

/** The same, short, for axes: "3.2M". */
export function short(value: number): string {
  const names = ['', 'k', 'M', 'G', 'T', 'P'];
  let power = 0;
  while (value >= 1000 && power < names.length - 1) {
    value /= 1000;
    ++power;
  }
  return `${Number(value.toPrecision(3))}${names[power]}`;
}

/** Seconds: "35 ms", "3.2 s", "2 min 5 s", "3 h 12 min". */
export function duration(seconds: number): string {
  if (seconds < 0.0005) return 'under 1 ms';
  if (seconds < 0.9995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  if (whole < 86400) return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
  const days = Math.floor(whole / 86400);
  return days < 1000 ? `${days} d ${Math.floor((whole % 86400) / 3600)} h` : `${rough(days / 365.25)} years`;
}

/** Bytes: "23.5 kB". */
export function bytes(count: number): string {
  const names = ['B', 'kB', 'MB', 'GB', 'TB'];
  let power = 0;
  while (count >= 1000 && power < names.length - 1) {
    count /= 1000;
    ++power;
  }
  return `${power === 0 ? count : count.toPrecision(3)} ${names[power]}`;
}

/** `part` of `whole`: "3.34%". */
export function percent(part: bigint, whole: bigint): string {
  if (whole === 0n) return '';
  const share = Number((part * 1_000_000n) / whole) / 10_000;
  return share > 0 && share < 0.005 || share === 0 && part > 0n ? '<0.01%' : `${share.toFixed(2)}%`;
}

/** Plies to mate as moves: "mate in 35". */
export function mate_in(plies: number): string {
  return plies === 0 ? 'mated' : `mate in ${Math.ceil(plies / 2)}`;
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

/** A UTC time of the service in the reader's zone; only the clock for today's. */
export function moment(utc: string | null): string {
  if (!utc) return '';
  const time = new Date(utc);
  const today = time.toDateString() === new Date().toDateString();
  const clock = {hour: '2-digit', minute: '2-digit', hour12: false} as const;
  return today ? time.toLocaleTimeString('en-GB', clock)
               : time.toLocaleString('en-GB', {day: 'numeric', month: 'short', ...clock});
}

/** What a job would cost, in words. */
export function cost(estimate: Estimate): string {
  if (estimate.at_most) return `at most ${duration(estimate.seconds)}`;
  return estimate.leaves > 0 ? `about ${rough(estimate.leaves)} leaves, ${duration(estimate.seconds)}` : '';
}

/** What a job was asked: "Divide, 7 plies". */
export function job_title(job: Pick<Job, 'kind' | 'request'>): string {
  const {kind, request} = job;
  const plies = plural(request.depth ?? 0, 'ply', 'plies');
  const leaf = request.leaf && request.leaf !== 'moves' ? `, ${request.leaf}` : '';
  switch (kind) {
    case 'perft': return `Perft, ${plies}${leaf}`;
    case 'divide': return `Divide, ${plies}${leaf}`;
    case 'distinct': return `Distinct positions, ${plies}`;
    case 'verify': return `Check a suite${request.depth ? `, to ${plies}` : ''}`;
    case 'mate': return `Mate problem${request.fen ? '' : 's'} ${request.stipulation ?? ''}`;
    case 'endgame': return `Solve ${request.ending ?? 'an endgame'}`;
  }
}

/** What a job is about: its position, or nothing. */
export function job_subject(request: JobRequest): string {
  return request.fen === kStartFen ? 'Start position' : request.fen ?? '';
}

export const kStartFen = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
