// Light and dark: the system's, until the reader chooses the other one.

import {by_id} from './dom';

const kKey = 'plyforge-theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** Obeys an earlier choice, and lets the button change it. A choice that is the system's own is forgotten. */
export function start_theme(): void {
  const button = by_id('theme');
  const shown = () => document.documentElement.dataset['theme'] ?? (dark.matches ? 'dark' : 'light');
  const choose = (theme: string | null) => {
    const follows_system = theme === null || (theme === 'dark') === dark.matches;
    if (follows_system) {
      localStorage.removeItem(kKey);
      delete document.documentElement.dataset['theme'];
    } else {
      localStorage.setItem(kKey, theme);
      document.documentElement.dataset['theme'] = theme;
    }
    button.setAttribute('aria-pressed', String(shown() === 'dark'));
  };
  const stored = localStorage.getItem(kKey);
  choose(stored === 'dark' || stored === 'light' ? stored : null);
  button.addEventListener('click', () => choose(shown() === 'dark' ? 'light' : 'dark'));
  dark.addEventListener('change', () => choose(localStorage.getItem(kKey)));
}
