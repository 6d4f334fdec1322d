/** The answer to "why has it not run?" and "why was it late?", with each cure as a button. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { absolute, readableDurations, relative } from './format.js';
import { href } from './router.js';
import { action, badge, time, visible } from './ui.js';

const QUESTIONS = {
  'not-run': ['has not run', 'busy', 'Why has it not run?'],
  failed: ['failed', 'bad', 'Why did it fail?'],
  late: ['late', 'warn', 'Why was it late?'],
  'on-time': ['on time', 'good', 'Was it on time?'],
  ended: ['ended', 'plain', 'Why has it ended?'],
};

/** What is normal is no warning. */
const EXPECTED = ['schedule-ended', 'cancelled', 'omitted', 'shifted', 'jitter', 'catch-up'];

/** Nothing is wrong with a job that has not run because it is not due. */
const notDue = ({ causes = [] }) => causes.some(({ code }) => code === 'not-due');

export const questionOf = (why) => (notDue(why) ? 'When will it run?' : QUESTIONS[why.question]?.[2] ?? 'Why');

export function explanation(ctx, why) {
  const { question, summary, dueAt, causes = [] } = why;
  if (notDue(why)) {
    const paused = causes.some(({ code }) => code === 'schedule-paused');
    const due = html`<p>${dueAt.startsWith('9999') ? 'No time is due.' : `Due ${absolute(dueAt)}, ${relative(dueAt)}${paused ? ', unless it is paused then' : ''}`}</p>`;
    const list = causeList(ctx, causes.filter(({ code }) => code !== 'not-due'));
    return paused ? [list, due] : [due, list];
  }
  const [label, usual] = QUESTIONS[question] || [question, 'plain'];
  const tone = question === 'not-run' && causes.some(({ code }) => !EXPECTED.includes(code)) ? 'warn' : usual;
  return html`<p>${badge(label, tone)} ${readable(beforeCause(summary, causes))}</p>
    ${causeList(ctx, causes)}`;
}

export function causeList(ctx, causes = []) {
  return causes.length === 0 ? nothing : html`<ul class="list">${causes.map((cause) => html`<li>
      <div>${causeText(cause)} <code class="faint">${cause.code}</code>${cause.since ? html` <span class="faint">since ${time(cause.since, { exact: true })}</span>` : nothing}</div>
      ${causeCure(ctx, cause)}${quarantineLink(cause)}</li>`)}</ul>`;
}

function quarantineLink({ cure: { path = '' } = {} }) {
  const [collection, id] = path.split('/');
  return collection === 'quarantine' ? html` <a href=${href([collection, id])}>Row ${id} of the quarantine</a>` : nothing;
}

export const causeCure = (ctx, cause) => cause.cure ? cure(ctx, cause.cure) : nothing;

export const causeText = (cause) => sentence(readable(cause.text));

/** The summary, which ends with a cause that the list has too. */
function beforeCause(summary, causes) {
  const told = causes.find(({ text }) => summary.endsWith(text));
  return told ? summary.slice(0, -told.text.length).replace(/: $/, '') : summary;
}

export function readable(text) {
  return readableDurations(visible(text).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => absolute(instant)));
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');

function cure(ctx, { text, method = 'POST', path, body, role }) {
  if (!path) return html`<span class="hint">${text}</span>`;
  return action(ctx, { label: sentence(text).slice(0, -1), method, path, body, role, confirm: { title: `${sentence(text).slice(0, -1)}?` } });
}
