// The position that the page is about, and the moves played to it. What is legal, the service says.

import {get, ProblemError} from './api';
import {kStartFen} from './format';
import type {FenAnswer, LegalMove, MovesAnswer, Problem} from './types';

export interface Rules {
  chess960: boolean;
  any_material: boolean;
}

export interface Step {
  uci: string;
  san: string;
  /** The position after it; unknown until it is shown. */
  fen?: string;
}

type Listener = () => void;

export class PositionStore {
  root = kStartFen;
  rules: Rules = {chess960: false, any_material: false};
  /** Moves played from `root`, those taken back included. */
  line: Step[] = [];
  /** How many of them are shown. */
  ply = 0;
  /** The service's answer to the position shown; null while it is asked, or where there is an error. */
  answer: MovesAnswer | null = null;
  checked: FenAnswer | null = null;
  problem: Problem | null = null;
  private readonly listeners: Listener[] = [];
  private asked: AbortController | null = null;

  /** The position shown; the one before it, until the service has said what it is. */
  get fen(): string {
    for (let ply = this.ply; ply > 0; --ply) {
      const {fen} = this.line[ply - 1]!;
      if (fen) return fen;
    }
    return this.root;
  }

  get last_move(): Step | null {
    return this.ply === 0 ? null : this.line[this.ply - 1]!;
  }

  /** `change` is called when another position is shown, and once more when the service has answered. */
  subscribe(change: Listener): void {
    this.listeners.push(change);
  }

  /** Sets up another position. The text may be wrong: `problem` then says why. */
  set(fen: string, rules: Partial<Rules> = {}): void {
    this.root = fen.trim().replace(/\s+/g, ' ');
    this.rules = {...this.rules, ...rules};
    this.line = [];
    this.ply = 0;
    this.ask();
  }

  /** Plays one of the legal moves. */
  play(move: LegalMove): void {
    if (this.line[this.ply]?.uci !== move.uci) {
      this.line = [...this.line.slice(0, this.ply), {uci: move.uci, san: move.san, fen: move.fen}];
    }
    this.go(this.ply + 1);
  }

  /** Moves to be played from the position shown. Stays there. */
  expect(moves: {uci: string; san: string}[]): void {
    this.line = [...this.line.slice(0, this.ply), ...moves.map(({uci, san}) => ({uci, san}))];
    this.tell();
  }

  /** Shows the position after `ply` of the moves played. */
  go(ply: number): void {
    const there = Math.max(0, Math.min(ply, this.line.length));
    if (there === this.ply) return;
    this.ply = there;
    this.ask();
  }

  legal(uci: string): LegalMove | undefined {
    return this.answer?.moves.find((move) => move.uci === uci);
  }

  private ask(): void {
    this.asked?.abort();
    this.asked = new AbortController();
    this.answer = null;
    this.checked = null;
    this.problem = null;
    this.tell();
    void this.answered(this.asked.signal);
  }

  private async answered(signal: AbortSignal): Promise<void> {
    const last = this.last_move;
    const moves = last && !last.fen ? this.line.slice(0, this.ply).map(({uci}) => uci).join(' ') : undefined;
    const query = {fen: moves === undefined ? this.fen : this.root, ...this.rules};
    try {
      this.checked = this.ply === 0 ? await get<FenAnswer>('api/fen', query, signal) : null;
      if (this.checked?.error) throw new ProblemError(bad_fen(this.checked.error));
      const answer = await get<MovesAnswer>('api/moves', {...query, moves}, signal);
      this.answer = answer;
      if (last) last.fen = answer.fen;
      else this.root = answer.fen;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ProblemError)) throw error;
      this.problem = error.problem;
    }
    if (!signal.aborted) this.tell();
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

function bad_fen({message, column}: {message: string; column: number}): Problem {
  return {type: 'urn:plyforge:problem:bad-fen', title: 'Bad FEN', status: 400, detail: message, parameter: 'fen', column};
}
