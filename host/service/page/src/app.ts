// What the views share.

import type {Board} from './board';
import type {BoardColumn} from './board_column';
import type {PositionStore} from './position';
import type {Info, Job} from './types';

/** A part of the page that has the right column, or the whole width, while it is entered. */
export interface View {
  readonly element: HTMLElement;
  enter(parameters: URLSearchParams): void;
  leave(): void;
  /** What its address says beside the position. */
  parameters(): Record<string, string>;
}

export type ViewName = 'perft' | 'probe' | 'endings' | 'jobs';

export interface App {
  readonly info: Info;
  readonly store: PositionStore;
  readonly board: Board;
  readonly column: BoardColumn;
  /** Goes to another view. */
  go(view: ViewName, parameters?: Record<string, string>): void;
  /** Sets up a position, and goes to a view of it. */
  go_to_position(view: 'perft' | 'probe', fen: string): void;
  /** Shows a divide job beside the board. */
  show_divide(job: Job): void;
  /** Calls once the service has answered to the position shown. */
  when_answered(then: () => void): void;
  /** Writes the view and the position into the address. */
  remember(): void;
}
