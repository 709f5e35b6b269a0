// What the service answers, as openapi.json describes it.

/** A count as decimal digits: counts pass 2^53. */
export type Count = string;

export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  parameter?: string;
  column?: number;
  estimate?: Estimate;
}

export interface Info {
  version: string;
  cores: number;
  token_required: boolean;
  kinds: JobKind[];
  tables: boolean;
  limits: {quick_leaves: number; job_leaves: number; jobs_per_client: number};
}

export interface LegalMove {
  uci: string;
  san: string;
  zeroing: boolean;
  capture: boolean;
  check: boolean;
  /** The position after the move. */
  fen: string;
}

export interface MovesAnswer {
  fen: string;
  mover: 'white' | 'black';
  check: boolean;
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
  moves: LegalMove[];
}

export interface FenAnswer {
  valid: boolean;
  fen?: string;
  warnings?: string[];
  men?: number;
  error?: {message: string; column: number};
}

export type Leaf = 'moves' | 'stats' | 'outcome';

/** The columns of each leaf evaluator beside `nodes`. */
export const leaf_columns = {
  moves: [],
  stats: ['captures', 'en_passant', 'castles', 'promotions', 'checks', 'discovered_checks', 'double_checks',
          'checkmates'],
  outcome: ['checkmate', 'stalemate', 'dead', 'check', 'other'],
} as const satisfies Record<Leaf, readonly string[]>;
export type LeafColumn = (typeof leaf_columns)[Leaf][number];

export type Counts = {nodes: Count} & Partial<Record<LeafColumn, Count>>;
export type DivideLine = {move: string; san: string} & Counts;

export type PerftAnswer = {fen: string; depth: number; leaf: Leaf; moves?: DivideLine[]; seconds: number} & Counts;

export interface Estimate {
  leaves: number;
  seconds: number;
  /** `seconds` is a bound: of a search, more is not known before. */
  at_most?: boolean;
  limit_seconds?: number;
  limit: number;
  admitted: boolean;
}

export type JobKind = 'perft' | 'divide' | 'distinct' | 'verify' | 'mate' | 'endgame';
export type JobState = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

export interface JobRequest {
  kind: JobKind;
  fen?: string;
  chess960?: boolean;
  any_material?: boolean;
  depth?: number;
  leaf?: Leaf;
  suite?: string;
  stipulation?: string;
  seconds?: number;
  ending?: string;
}

export interface DistinctPly {
  ply: number;
  positions: Count;
  seconds: number;
}

export interface Job {
  id: number;
  kind: JobKind;
  state: JobState;
  request: JobRequest;
  estimate: Estimate;
  created: string;
  started: string | null;
  finished: string | null;
  progress: {
    share: number;
    seconds: number;
    units?: number;
    units_done?: number;
    nodes?: Count;
    plies?: DistinctPly[];
    moves?: DivideLine[];
  };
  error: string | null;
  run?: string;
}

export type PerftResult = {id: number; kind: 'perft' | 'divide'; units: number} & PerftAnswer;
export interface DistinctResult {
  kind: 'distinct';
  fen: string;
  depth: number;
  plies: DistinctPly[];
  seconds: number;
}
export interface VerifyResult {
  kind: 'verify';
  positions: number;
  bad_lines: {line: number; message: string}[];
  depths_checked: number;
  depths_skipped: number;
  nodes: Count;
  mismatches: {line: number; fen: string; depth: number; expected: Count; counted: Count}[];
  seconds: number;
}
export interface MateProblem {
  fen: string;
  answer: 'yes' | 'no' | 'unknown';
  plies: number | null;
  keys: string[];
  all_keys: boolean;
  pv: string[];
  nodes: Count;
  seconds: number;
}
export interface MateResult {
  kind: 'mate';
  stipulation: string;
  problems: MateProblem[];
  seconds: number;
}
export interface EndgameResult {
  kind: 'endgame';
  ending: string;
  tables: {ending: string; solve_seconds: number; write_seconds: number; bytes: number; was_there: boolean}[];
  seconds: number;
}
export type JobResult = PerftResult | DistinctResult | VerifyResult | MateResult | EndgameResult;

export type Category =
    'win' | 'unknown' | 'maybe-win' | 'cursed-win' | 'draw' | 'blessed-loss' | 'maybe-loss' | 'loss';

export interface TablebaseMove {
  uci: string;
  san: string;
  zeroing: boolean;
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
  dtz: number | null;
  dtm: number | null;
  /** Of the position after the move, for its mover. */
  category: Category;
}

export interface TablebaseAnswer {
  checkmate: boolean;
  stalemate: boolean;
  insufficient_material: boolean;
  dtz: number | null;
  dtm: number | null;
  category: Category;
  moves: TablebaseMove[];
}

export interface Mainline {
  mainline: {uci: string; san: string; dtz: number}[];
  winner: 'w' | 'b' | null;
  dtz: number;
}

export interface Endgame {
  ending: string;
  men: number;
  bytes: number;
}

export interface EndgameSide {
  positions: Count;
  win: Count;
  cursed_win: Count;
  draw: Count;
  blessed_loss: Count;
  loss: Count;
  win_dtm: Record<string, Count>;
  loss_dtm: Record<string, Count>;
  longest_win: string[];
  longest_loss: string[];
}

export interface EndgameStatistics {
  ending: string;
  symmetric: boolean;
  white_to_move: EndgameSide;
  black_to_move?: EndgameSide;
  mutual_zugzwangs: {draw_or_win: Count; loss_or_draw: Count; loss_or_win: Count};
  zugzwang_examples: string[];
}
