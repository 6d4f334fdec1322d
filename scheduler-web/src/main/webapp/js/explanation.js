/** The answer to "why has it not run?" and "why was it late?", with each cure as a button. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { absolute, readableDurations } from './format.js';
import { action, badge, time, visible } from './ui.js';

const QUESTIONS = {
  'not-run': ['has not run', 'busy'],
  late: ['late', 'warn'],
  'on-time': ['on time', 'good'],
  ended: ['ended', 'plain'],
};

/** What is normal is no warning. */
const EXPECTED = ['not-due', 'schedule-ended', 'cancelled', 'omitted', 'jitter', 'catch-up'];

export function explanation(ctx, { question, summary, causes = [] }) {
  const [label, usual] = QUESTIONS[question] || [question, 'plain'];
  const tone = question === 'not-run' && causes.some(({ code }) => !EXPECTED.includes(code)) ? 'warn' : usual;
  const told = causes.some(({ text }) => summary.endsWith(text));
  return html`<p>${badge(label, tone)} ${told ? nothing : readable(summary)}</p>
    ${causes.length === 0 ? nothing : html`<ul class="list">${causes.map((cause) => html`<li>
      <div>${sentence(readable(cause.text))} <code class="faint">${cause.code}</code>${cause.since ? html` <span class="faint">since ${time(cause.since, { exact: true })}</span>` : nothing}</div>
      ${cause.cure ? cure(ctx, cause.cure) : nothing}</li>`)}</ul>`}`;
}

/** Times and durations of the API as the console writes them. */
function readable(text) {
  return readableDurations(visible(text).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (instant) => absolute(instant)));
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');

function cure(ctx, { text, method = 'POST', path, body, role }) {
  if (!path) return html`<span class="hint">${text}</span>`;
  return action(ctx, { label: sentence(text).slice(0, -1), method, path, body, role, confirm: { title: `${sentence(text).slice(0, -1)}?` } });
}
