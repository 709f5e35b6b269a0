// Where another engine's divide is pasted, and what comes of it in words.

import {copy_button, debounced, h} from './dom';
import {read_divide} from './divide_text';
import type {ComparedLine, Pasted} from './divide_text';
import {grouped, plural, signed} from './format';
import type {LegalMove} from './types';

export class ComparePanel {
  readonly element: HTMLDetailsElement;
  /** Told when another text is there. */
  on_change: () => void = () => {};
  private readonly text = h('textarea', {id: 'pasted', class: 'code', rows: 6, spellcheck: 'false', autocomplete: 'off',
                                         placeholder: 'a2a3: 8902\na2a4: 9329\nb1a3: 8885\n…',
                                         'aria-describedby': 'pasted-hint',
                                         oninput: debounced(200, () => this.changed())});
  private readonly command = h('pre', {class: 'code command'});
  private readonly summary = h('div', {class: 'compare-summary', role: 'status'});
  /** Pasted texts by the question they answer. */
  private readonly texts = new Map<string, string>();
  private question = '';

  constructor() {
    this.element = h('details', {class: 'card compare'},
        h('summary', {}, 'Compare with another engine'),
        h('div', {class: 'compare-body'},
          h('div', {class: 'field'},
            h('span', {class: 'label'}, 'Ask it'),
            h('div', {class: 'command-row'}, this.command, copy_button('Copy', () => this.command.textContent ?? ''))),
          h('div', {class: 'field'},
            h('label', {for: 'pasted'}, 'and paste what it prints'), this.text,
            h('p', {class: 'hint', id: 'pasted-hint'},
              'A move and its count per line, as most engines print them; UCI or SAN.'))),
        this.summary);
  }

  /** Shows the text that was pasted for this question, and how to ask it elsewhere. */
  ask(key: string, fen: string, depth: number): void {
    this.command.textContent = `position fen ${fen}\ngo perft ${depth}`;
    if (key === this.question) return;
    this.question = key;
    this.text.value = this.texts.get(key) ?? '';
  }

  read(legal: LegalMove[]): Pasted {
    return read_divide(this.text.value, legal);
  }

  /** Says how the two differ. `done`: all of ours are counted. */
  tell(lines: ComparedLine[], pasted: Pasted, total: string | null): void {
    if (this.text.value.trim() === '') {
      this.summary.replaceChildren();
      return;
    }
    const of = (verdict: string) => lines.filter((line) => line.verdict === verdict).length;
    const said: (Node | string)[] = [];
    if (pasted.counts.size === 0) {
      said.push(h('p', {class: 'error'}, 'No line of this text has a move and a count, as in “e2e4: 20”.'));
    } else {
      const parts = [of('illegal') && `${plural(of('illegal'), 'move is', 'moves are')} not legal`,
                     of('missing') && `${plural(of('missing'), 'legal move is', 'legal moves are')} missing`,
                     of('differs') && `${plural(of('differs'), 'count differs', 'counts differ')}`].filter(Boolean);
      const waiting = of('pending');
      const verdict = parts.length > 0 ? `${parts.join(', ')}.` : waiting > 0 ? 'No difference so far.' : 'Both agree on every move.';
      said.push(h('p', {class: parts.length > 0 ? 'verdict bad' : 'verdict good'}, verdict));
      const deeper = lines.some((line) => line.verdict === 'differs');
      if (deeper) said.push(h('p', {class: 'hint'}, 'Open a move that differs to go one ply deeper, and compare again there.'));
    }
    const sum = [...pasted.counts.values()].reduce((sum, count) => sum + count, 0n);
    if (pasted.total !== null && pasted.counts.size > 0 && pasted.total !== sum) {
      said.push(h('p', {class: 'warning'}, `Its total of ${grouped(pasted.total)} is not the sum of its moves, ${grouped(sum)}.`));
    }
    if (total !== null && pasted.counts.size > 0 && sum !== BigInt(total)) {
      said.push(h('p', {class: 'hint'}, `In all ${grouped(sum)} against ${grouped(total)}: ${signed(sum - BigInt(total))}.`));
    }
    if (pasted.repeated.length > 0) {
      said.push(h('p', {class: 'warning'}, `More than once: ${pasted.repeated.join(', ')}. The last count is taken.`));
    }
    if (pasted.unread.length > 0 && pasted.counts.size > 0) {
      said.push(h('p', {class: 'hint'}, `${plural(pasted.unread.length, 'line')} not read, as “${pasted.unread[0]!.slice(0, 60)}”.`));
    }
    this.summary.replaceChildren(...said);
  }

  private changed(): void {
    this.texts.set(this.question, this.text.value);
    this.on_change();
  }
}
