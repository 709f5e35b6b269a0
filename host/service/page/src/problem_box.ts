// An error where it belongs, in words.

import {h} from './dom';
import {rough} from './format';
import type {Problem} from './types';

export function problem_box(problem: Problem): HTMLElement {
  const {estimate} = problem;
  return h('div', {class: 'problem', role: 'alert'},
           h('p', {class: 'error'}, problem.detail),
           estimate && h('p', {class: 'hint'}, `Expected: about ${rough(estimate.leaves)} leaves; ` +
               `admitted: ${rough(estimate.limit)}.`));
}

/** What a part of the page shows where it has nothing else. */
export function empty_state(title: string, text: string | Node, ...more: Node[]): HTMLElement {
  return h('div', {class: 'empty'}, h('h3', {}, title), h('p', {}, text), ...more);
}
