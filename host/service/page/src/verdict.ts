// Results of endgames in words and colours.

import type {Category} from './types';

export type Result = 'win' | 'cursed' | 'draw' | 'blessed' | 'loss' | 'unknown';

export const result_words: Record<Result, string> = {
  win: 'Win', cursed: 'Cursed win', draw: 'Draw', blessed: 'Blessed loss', loss: 'Loss', unknown: 'Unknown',
};

const kResults: Record<Category, Result> = {
  'win': 'win', 'maybe-win': 'win', 'cursed-win': 'cursed', 'draw': 'draw', 'blessed-loss': 'blessed',
  'maybe-loss': 'loss', 'loss': 'loss', 'unknown': 'unknown',
};
const kOther: Record<Result, Result> =
    {win: 'loss', cursed: 'blessed', draw: 'draw', blessed: 'cursed', loss: 'win', unknown: 'unknown'};

/** Of a position, for its mover. */
export function result_of(category: Category): Result {
  return kResults[category];
}

/** Of a move, for who plays it: the category is that of the position after it. */
export function result_of_move(category: Category): Result {
  return kOther[kResults[category]];
}

/** The colour of the board's arrows. */
export function meaning_of(result: Result): 'win' | 'draw' | 'loss' | 'unknown' {
  return result === 'cursed' || result === 'blessed' ? 'draw' : result;
}
