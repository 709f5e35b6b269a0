// The bearer token, asked for once the service wants one, and kept for as long as the browser's tab.

import {by_id, h} from './dom';

const kKey = 'plyforge-token';
let asked: Promise<void> | null = null;

export function token(): string | null {
  return sessionStorage.getItem(kKey);
}

/** Resolves when there is another token than `refused`, which the service did not take. */
export function ask_token(refused: string | null): Promise<void> {
  if (token() !== refused) return Promise.resolve();
  asked ??= show(refused !== null).finally(() => asked = null);
  return asked;
}

function show(was_refused: boolean): Promise<void> {
  return new Promise((entered) => {
    const input = h('input', {id: 'token', type: 'password', autocomplete: 'off', required: true, spellcheck: 'false',
                              'aria-describedby': 'token-why'});
    const form = h('form', {class: 'token-form', onsubmit: (event: Event) => {
      event.preventDefault();
      sessionStorage.setItem(kKey, input.value.trim());
      form.remove();
      entered();
    }},
        h('label', {for: 'token'}, 'Token'), input, h('button', {class: 'primary'}, 'Continue'),
        h('p', {id: 'token-why', class: was_refused ? 'error' : 'hint'},
          was_refused ? 'The service did not take that token. It was given to plyforge serve when it was started.'
                      : 'This service asks for the token that it was started with.'));
    by_id('token-slot').replaceChildren(form);
    input.focus();
  });
}
