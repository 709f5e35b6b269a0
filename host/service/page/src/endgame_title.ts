// The men of an endgame in pictures.

import {h} from './dom';

const kRoles: Record<string, string> = {K: 'king', Q: 'queen', R: 'rook', B: 'bishop', N: 'knight', P: 'pawn'};

/** Of "KQvKR": White's king and queen, Black's king and rook. */
export function endgame_men(name: string): HTMLElement {
  const [white = '', black = ''] = name.split('v');
  const men = (letters: string, color: string) => h('span', {class: 'men-of'},
      [...letters].map((letter) => h('span', {class: `man ${kRoles[letter] ?? ''} ${color}`})));
  return h('span', {class: 'ending-men', 'aria-hidden': 'true'}, men(white, 'white'), men(black, 'black'));
}
