/** The answer to "why has it not run?" and "why was it late?", with each cure as a button. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { action, badge, time } from './ui.js';

export function explanation(ctx, { question, summary, causes = [] }) {
  return html`<p>${badge(question)} ${summary}</p>
    ${causes.length === 0 ? nothing : html`<ul class="list">${causes.map((cause) => html`<li>
      <div><code>${cause.code}</code> ${cause.text}${cause.since ? html` <span class="faint">since ${time(cause.since)}</span>` : nothing}</div>
      ${cause.cure ? cure(ctx, cause.cure) : nothing}</li>`)}</ul>`}`;
}

function cure(ctx, { text, method = 'POST', path, body, role }) {
  if (!path) return html`<span class="hint">${text}</span>`;
  return action(ctx, { label: text, method, path, body, role, confirm: { title: `${text}?` } });
}
