// How far a job has come.

import {h} from './dom';
import {grouped} from './format';
import type {Job} from './types';

export function progress_bar(job: Job): HTMLElement {
  const {share, units, units_done} = job.progress;
  const percent = Math.round(share * 1000) / 10;
  const fill = h('div', {class: 'progress-fill'});
  fill.style.width = `${percent}%`;
  const of_units = units ? ` · ${grouped(units_done ?? 0)} of ${grouped(units)} ${job.kind === 'mate' ? 'positions' : 'units'}` : '';
  return h('div', {class: 'progress-row'},
           h('div', {class: `progress ${job.state}`, role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100,
                     'aria-valuenow': percent, 'aria-label': `Job ${job.id}`}, fill),
           h('span', {class: 'progress-text'}, `${percent.toFixed(0)}%${of_units}`));
}
