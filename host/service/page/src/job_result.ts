// The result of a job, by its kind.

import type {App} from './app';
import {h} from './dom';
import {bytes, duration, grouped, plural, rough} from './format';
import {leaf_columns} from './types';
import type {DistinctResult, EndgameResult, Job, JobResult, MateProblem, MateResult, PerftResult, VerifyResult} from './types';

export function job_result(app: App, job: Job, result: JobResult): HTMLElement {
  switch (result.kind) {
    case 'perft':
    case 'divide': return perft(app, job, result);
    case 'distinct': return h('div', {}, plies(result));
    case 'verify': return verify(app, result);
    case 'mate': return mate(app, result);
    case 'endgame': return endgame(result);
  }
}

function perft(app: App, job: Job, result: PerftResult): HTMLElement {
  const rest = leaf_columns[result.leaf].filter((name) => result[name] !== undefined);
  return h('div', {},
      h('p', {class: 'total'}, grouped(result.nodes)),
      h('p', {class: 'caption'}, `in ${duration(result.seconds)} · ${rough(Number(result.nodes) / Math.max(result.seconds, 1e-3))} a second · ` +
        `the sum of ${plural(result.units, 'stored unit')}`),
      rest.length > 0 && h('dl', {class: 'figures'}, rest.map((name) =>
          h('div', {}, h('dt', {}, name.replaceAll('_', ' ')), h('dd', {class: 'count'}, grouped(result[name]!))))),
      result.kind === 'divide' && h('button', {type: 'button', onclick: () => app.show_divide(job)}, 'Show by move'));
}

/** Also of a job that still runs. */
export function plies({plies: done}: Pick<DistinctResult, 'plies'>): HTMLElement {
  return simple_table(['Ply', 'Distinct positions', 'Growth', 'Time'], done.map((ply, index) => [
    String(ply.ply), grouped(ply.positions),
    index > 0 ? `× ${(Number(ply.positions) / Number(done[index - 1]!.positions)).toFixed(2)}` : '', duration(ply.seconds),
  ]));
}

function verify(app: App, result: VerifyResult): HTMLElement {
  const good = result.mismatches.length === 0 && result.bad_lines.length === 0;
  return h('div', {},
      h('p', {class: `verdict ${good ? 'good' : 'bad'}`}, good ? 'Every count agrees.'
        : `${plural(result.mismatches.length, 'count differs', 'counts differ')}` +
          (result.bad_lines.length > 0 ? `, ${plural(result.bad_lines.length, 'line is', 'lines are')} not understood` : '') + '.'),
      h('p', {class: 'caption'}, `${plural(result.positions, 'position')} · ${plural(result.depths_checked, 'count')} checked` +
        (result.depths_skipped > 0 ? ` · ${grouped(result.depths_skipped)} skipped` : '') + ` · ${grouped(result.nodes)} nodes · ${duration(result.seconds)}`),
      result.mismatches.length > 0 && simple_table(['Line', 'Depth', 'Expected', 'Counted', 'Position'], result.mismatches.map((row) => [
        String(row.line), String(row.depth), grouped(row.expected), grouped(row.counted),
        h('button', {type: 'button', class: 'quiet code', onclick: () => app.go_to_position('perft', row.fen)}, row.fen)])),
      result.bad_lines.length > 0 && h('ul', {}, result.bad_lines.map(({line, message}) => h('li', {class: 'warning'}, `Line ${line}: ${message}`))));
}

const kAnswers = {yes: 'Solved', no: 'No solution: proven', unknown: 'Not known: a limit was reached first'};

function mate(app: App, result: MateResult): HTMLElement {
  const [first] = result.problems;
  if (first && result.problems.length === 1) return problem(app, first);
  const solved = result.problems.filter(({answer}) => answer === 'yes').length;
  return h('div', {},
      h('p', {class: 'verdict'}, `${grouped(solved)} of ${plural(result.problems.length, 'problem')} solved`),
      simple_table(['', 'Answer', 'Key', 'Position'], result.problems.map(({fen, answer, keys}, index) => [
        String(index + 1), kAnswers[answer], keys.join(', '),
        h('button', {type: 'button', class: 'quiet code', onclick: () => app.go_to_position('perft', fen)}, fen)])));
}

function problem(app: App, {fen, answer, keys, all_keys, pv, nodes, seconds}: MateProblem): HTMLElement {
  return h('div', {},
      h('p', {class: `verdict ${answer === 'yes' ? 'good' : ''}`}, kAnswers[answer]),
      keys.length > 0 && h('p', {}, `${keys.length > 1 ? 'Keys' : 'Key'}: `, h('strong', {}, keys.join(', ')),
                           all_keys ? '' : ' (there may be more)'),
      pv.length > 0 && h('p', {class: 'moves-text'}, pv.join(' ')),
      h('p', {class: 'caption'}, `${grouped(nodes)} positions looked at · ${duration(seconds)}`),
      h('button', {type: 'button', onclick: () => app.go_to_position('perft', fen)}, 'Put it on the board'));
}

function endgame(result: EndgameResult): HTMLElement {
  return h('div', {},
      simple_table(['Table', 'Size', 'Solved in', ''], result.tables.map((table) => [
        table.ending, bytes(table.bytes), table.was_there ? '–' : duration(table.solve_seconds + table.write_seconds),
        table.was_there ? 'was there' : ''])),
      h('p', {}, h('a', {href: `#endings?ending=${result.ending}`}, `Statistics of ${result.ending}`)));
}

/** Rows to read: the cells with digits alone stand to the right. */
function simple_table(titles: string[], rows: (string | Node)[][]): HTMLElement {
  const kind = (cell: string | Node | undefined) => typeof cell === 'string' && /^[×\d]/.test(cell) ? 'count' : null;
  return h('div', {class: 'table-frame', tabindex: 0}, h('table', {},
      h('thead', {}, h('tr', {}, titles.map((title, at) => h('th', {scope: 'col', class: kind(rows.at(-1)?.[at])}, title)))),
      h('tbody', {}, rows.map((row) => h('tr', {}, row.map((cell) => h('td', {class: kind(cell)}, cell)))))));
}
