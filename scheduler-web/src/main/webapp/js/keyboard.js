/** Keys, as the help says. */

import { html } from '../vendor/lit-html/lit-html.js';
import { open } from './dialogs.js';
import { openRow } from './ui.js';

const KEYS = [
  ['/', 'Search'],
  ['Ctrl-K', 'Commands: pages, queues, schedules, actions, ids'],
  ['j, k', 'Next and previous row'],
  ['n, p', 'Next and previous row of the list that led here'],
  ['x', 'Select the row'],
  ['Enter', 'Open the row'],
  ['?', 'This help'],
  ['Esc', 'Close a dialog'],
];

export function listen({ palette }) {
  document.addEventListener('keydown', (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      palette();
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter' && event.target.matches?.('tr[data-href]')) openRow(event.target);
    if (event.target.closest?.('input, textarea, select, dialog')) return;
    const act = ACTIONS[event.key];
    if (act) {
      event.preventDefault();
      act(event);
    }
  });
  document.addEventListener('click', (event) => {
    for (const menu of document.querySelectorAll('details.menu[open]')) if (!menu.contains(event.target)) menu.open = false;
    if (event.target.closest('a, button, input, label, summary, select')) return;
    if (getSelection()?.toString()) return;
    openRow(event.target.closest('tr[data-href]'));
  });
}

const ACTIONS = {
  '/': () => document.getElementById('search')?.focus(),
  '?': () => help(),
  j: () => move(1),
  k: () => move(-1),
  n: () => document.querySelector('[data-step=n]')?.click(),
  p: () => document.querySelector('[data-step=p]')?.click(),
  x: () => document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]')?.click(),
};

function move(step) {
  const rows = [...document.querySelectorAll('main tbody tr:not(.line)')];
  const at = rows.indexOf(document.activeElement?.closest?.('tr'));
  rows[Math.min(Math.max(at + step, 0), rows.length - 1)]?.focus();
}

export function help() {
  open((close) => html`<div class="dialog"><h2 id="dialog-title">Keys</h2>
    <dl class="facts">${KEYS.map(([key, meaning]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${meaning}</dd></div>`)}</dl>
    <footer><button type="button" @click=${() => close()}>Close</button></footer></div>`);
}
