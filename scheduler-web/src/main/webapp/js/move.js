/** By how much, or to which time, waiting jobs are moved. */

import { form } from './dialogs.js';
import { absolute, duration, durationSeconds } from './format.js';
import { distanceSeconds, instantOf } from './times.js';

/** Asks for `{ dueOffset }` or `{ dueAt }`, as the API has it; undefined if the user leaves the form. */
export const moving = (things) => form({
  title: `Move ${things}`,
  fields: [{ name: 'to', label: 'By or to', value: '+1 h', required: true, hint: 'How far, such as +1 h or -30 min, or the new due time, such as tomorrow 06:00.' }],
  label: 'Continue',
  local: true,
  submit: ({ to }) => moveOf(to),
});

function moveOf(text) {
  const seconds = distanceSeconds(text);
  if (seconds === 0) throw new Error('The jobs would not move');
  return seconds ? { dueOffset: isoOffset(seconds) } : { dueAt: instantOf(text) };
}

function isoOffset(seconds) {
  const [unit, size] = [['H', 3_600], ['M', 60], ['S', 1]].find(([, each]) => seconds % each === 0) ?? ['S', 1];
  return `${seconds < 0 ? '-' : ''}PT${Math.abs(seconds / size)}${unit}`;
}

const isBack = (offset) => offset.startsWith('-');
const secondsOf = (offset) => durationSeconds(offset.replace('-', ''));

/** A move in words, such as `by +1 h`. */
export function movesBy({ dueAt, dueOffset }) {
  return dueAt ? `to ${absolute(dueAt)}` : `by ${isBack(dueOffset) ? '−' : '+'}${duration(secondsOf(dueOffset))}`;
}

/** When a row would be due, as the API computes it: a move into the past ends now. */
export function movedTo({ dueAt, dueOffset }, row) {
  if (dueAt) return dueAt;
  const before = Date.parse(row.dueAt);
  const after = before + (isBack(dueOffset) ? -1_000 : 1_000) * secondsOf(dueOffset);
  return new Date(Math.max(after, Math.min(before, Date.now()))).toISOString();
}
