// Submitting a job of any kind that the server takes.

import {post, ProblemError} from './api';
import type {App} from './app';
import {debounced, h} from './dom';
import {cost, duration, rough} from './format';
import {problem_box} from './problem_box';
import type {Estimate, Job, JobKind, JobRequest} from './types';

const kKinds: Record<JobKind, string> = {
  perft: 'Perft', divide: 'Divide', distinct: 'Distinct positions', verify: 'Check a suite', mate: 'Mate problem',
  endgame: 'Solve an endgame',
};

/** Members of a request by the kinds that have them. */
const kFields: Record<string, JobKind[]> = {
  fen: ['perft', 'divide', 'distinct', 'mate'],
  depth: ['perft', 'divide', 'distinct', 'verify'],
  leaf: ['perft', 'divide'],
  suite: ['verify'],
  stipulation: ['mate'],
  seconds: ['mate'],
  ending: ['endgame'],
};

/** The form in a dialog; `submitted` gets the new job. */
export function job_dialog(app: App, submitted: (job: Job) => void): HTMLDialogElement {
  const text = (name: string, more = {}) =>
      h('input', {id: `job-${name}`, name, class: 'code', spellcheck: 'false', autocomplete: 'off', ...more});
  const controls: Record<string, [label: string, control: HTMLElement, hint?: string]> = {
    fen: ['Position', text('fen', {value: app.store.fen, required: true})],
    depth: ['Depth in plies', text('depth', {type: 'number', min: 1, max: 64, value: 7})],
    leaf: ['Count', h('select', {id: 'job-leaf', name: 'leaf'}, h('option', {value: 'moves'}, 'Moves'),
                      h('option', {value: 'stats'}, 'Statistics'), h('option', {value: 'outcome'}, 'Outcomes'))],
    suite: ['Suite', h('textarea', {id: 'job-suite', name: 'suite', class: 'code', rows: 6, required: true, spellcheck: 'false',
                                    placeholder: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400'}),
            'One position per line, with the counts to check.'],
    stipulation: ['Stipulation', text('stipulation', {value: '#2', required: true, size: 8}), '#3 is a mate in three; s#2, h#2.5 and =2 are others.'],
    seconds: ['Give up after (seconds)', text('seconds', {type: 'number', min: 1, value: 60})],
    ending: ['Endgame', text('ending', {required: true, placeholder: 'KQvKR'}), 'White’s men first; solved with all it depends on.'],
  };
  const fields = Object.fromEntries(Object.entries(controls).map(([name, [label, control, hint]]) =>
      [name, h('div', {class: 'field'}, h('label', {for: `job-${name}`}, label), control, hint && h('p', {class: 'hint'}, hint))]));
  const kind = h('select', {id: 'job-kind', onchange: () => choose()}, app.info.kinds.filter((name) => name in kKinds).map(
      (name) => h('option', {value: name}, kKinds[name])));
  const estimate = h('p', {class: 'hint', role: 'status'});
  const problem = h('div');

  const request = (): JobRequest => {
    const made: Record<string, unknown> = {kind: kind.value};
    for (const [name, kinds] of Object.entries(kFields)) {
      if (!kinds.includes(kind.value as JobKind)) continue;
      const control = controls[name]![1] as HTMLInputElement;
      if (control.value.trim() === '') continue;
      made[name] = control.type === 'number' ? Number(control.value) : name === 'suite' ? control.value : control.value.trim();
    }
    if ('fen' in made) {
      if (app.store.rules.chess960) made['chess960'] = true;
      if (app.store.rules.any_material) made['any_material'] = true;
    }
    return made as unknown as JobRequest;
  };
  const ask_cost = debounced(300, async () => {
    problem.replaceChildren();
    if (!form.checkValidity() || !dialog.isConnected) {
      estimate.textContent = '';
      return;
    }
    try {
      const answer = await post<Estimate>('api/estimate', request());
      const words = cost(answer);
      estimate.textContent = !words ? '' : answer.admitted ? `Expected: ${words}.`
          : `Expected: ${words}. This server accepts at most ${answer.limit_seconds ? duration(answer.limit_seconds) : `${rough(answer.limit)} leaves`}.`;
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      estimate.textContent = '';
      problem.replaceChildren(problem_box(error.problem));
    }
  });
  const choose = () => {
    for (const [name, kinds] of Object.entries(kFields)) {
      const used = kinds.includes(kind.value as JobKind);
      fields[name]!.hidden = !used;
      (controls[name]![1] as HTMLInputElement).disabled = !used;
    }
    ask_cost();
  };
  const close = () => {
    dialog.close();
    dialog.remove();
  };
  const form = h('form', {class: 'job-form', oninput: ask_cost, onsubmit: async (event: Event) => {
    event.preventDefault();
    try {
      const job = await post<Job>('api/jobs', request());
      close();
      submitted(job);
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error;
      problem.replaceChildren(problem_box(error.problem));
    }
  }},
      h('h2', {}, 'New job'),
      h('div', {class: 'field'}, h('label', {for: 'job-kind'}, 'What'), kind),
      Object.values(fields), estimate, problem,
      h('div', {class: 'row end'}, h('button', {type: 'button', onclick: close}, 'Close'), h('button', {class: 'primary'}, 'Submit')));
  const dialog = h('dialog', {class: 'sheet', oncancel: () => dialog.remove()}, form);
  queueMicrotask(choose);
  return dialog;
}
