// Asks what a pawn becomes.

import {h} from './dom';
import type {LegalMove} from './types';

const kNames: Record<string, string> = {q: 'queen', r: 'rook', b: 'bishop', n: 'knight'};

/** The one of these promotions that the reader wants; null: none of them. */
export function choose_promotion(moves: LegalMove[], color: 'white' | 'black'): Promise<LegalMove | null> {
  return new Promise((chosen) => {
    const choice = (move: LegalMove) => {
      const role = kNames[move.uci[4]!.toLowerCase()]!;
      return h('button', {type: 'button', class: 'man-button', 'aria-label': role, title: role,
                          onclick: () => close(move)}, h('span', {class: `man ${role} ${color}`}));
    };
    const order = (move: LegalMove) => Object.keys(kNames).indexOf(move.uci[4]!.toLowerCase());
    const dialog = h('dialog', {class: 'promotion', 'aria-label': 'Promote to', oncancel: () => close(null),
                                onclick: (event: Event) => event.target === dialog && close(null)},
                     [...moves].sort((a, b) => order(a) - order(b)).map(choice));
    const close = (move: LegalMove | null) => {
      dialog.remove();
      chosen(move);
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}
