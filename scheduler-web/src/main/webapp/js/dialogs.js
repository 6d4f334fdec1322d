/** Questions, forms and notices above a page. */

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { commandOf } from './api.js';
import { failureText, visible } from './format.js';

const root = () => document.getElementById('dialogs');

/** Shows a dialog above those that are open, until `close(result)` is called, or it is dismissed (undefined). */
export function open(content) {
  return new Promise((resolve) => {
    let result;
    const host = document.createElement('div');
    root().append(host);
    const close = (value) => {
      result = value;
      host.querySelector('dialog').close();
    };
    const update = () => render(html`<dialog aria-labelledby="dialog-title" @close=${() => {
      host.remove();
      resolve(result);
    }}>${content(close, update)}</dialog>`, host);
    update();
    host.querySelector('dialog').showModal();
  });
}

/** The window shows another page: what was asked about the one before is not asked any more. */
export function closeDialogs() {
  for (const dialog of root().querySelectorAll('dialog[open]')) dialog.close();
}

/** Whether an open form has input of the user that was not sent. */
export const unsent = () => document.querySelector('dialog[open] form[data-typed], form.edit[data-typed]') !== null;

/** Marks the form in which the user types, until it is closed. */
export const typed = ({ currentTarget }) => { currentTarget.dataset.typed = ''; };

/** Asks whether the input of an open form may be lost. */
export const mayLeave = () => ask({ title: 'Leave the form?', text: 'What you have entered is lost.', label: 'Leave', keep: 'Stay', danger: true });

/** Asks once before an action, and begins at the button that does nothing if it could do harm. Resolves to whether the user agreed. */
export function ask({ title, text, samples, label, keep = 'Go back', danger, curl }) {
  return open((close) => html`<form method="dialog" class="dialog" @submit=${(event) => {
    event.preventDefault();
    close(true);
  }}>
    <h2 id="dialog-title">${visible(title)}</h2>
    ${text ? html`<p>${visible(text)}</p>` : nothing}
    ${samples?.length ? html`<ul class="samples">${samples.slice(0, 3).map((sample) => html`<li><bdi>${visible(sample)}</bdi></li>`)}${samples.length > 3 ? html`<li class="faint">and ${samples.length - 3} more</li>` : nothing}</ul>` : nothing}
    <footer>${curl ? copyButton('Copy as curl', curl) : nothing}
      <button type="button" ?autofocus=${danger} @click=${() => close(false)}>${keep}</button>
      <button type="submit" class=${danger ? 'danger' : 'primary'} ?autofocus=${!danger}>${label}</button></footer>
  </form>`).then(Boolean);
}

/**
 * A form in a dialog. Fields: `{ name, label, type, value, options, required, hint, placeholder, rows }`. `submit(values)` sends it; what it
 * throws is shown above the buttons and the input is kept.
 */
export function form({ title, fields, label, submit, note }) {
  let failure;
  let sending = false;
  return open((close, update) => html`<form class="dialog" aria-busy=${String(sending)} @input=${typed} @submit=${async (event) => {
    event.preventDefault();
    if (sending) return;
    sending = true;
    update();
    try {
      close((await submit(valuesOf(event.target, fields))) ?? true);
    } catch (thrown) {
      failure = thrown;
    }
    sending = false;
    update();
  }}>
    <h2 id="dialog-title">${visible(title)}</h2>
    ${note ? html`<p class="hint">${note}</p>` : nothing}
    ${fields.map(field)}
    ${failure ? html`<div class="problem" role="alert"><strong>${failure.code || ''}</strong> ${failureText(failure)}</div>` : nothing}
    <footer>${sending ? html`<span class="hint" role="status">Waiting for the answer …</span>` : nothing}${copyForm((element) => submit(valuesOf(element, fields)), (thrown) => {
      failure = thrown;
      update();
    })}<button type="button" @click=${() => close()}>Cancel</button>
      <button type="submit" class="primary" ?disabled=${sending}>${label}</button></footer>
  </form>`);
}

/** What the user has entered, by the names of the fields. */
export function valuesOf(element, fields) {
  const values = Object.fromEntries(new FormData(element));
  for (const { name, type } of fields) if (type === 'checkbox') values[name] = element.elements[name].checked;
  return values;
}

/** A field with its label. It keeps what the user has entered, whatever the page draws again. */
export function field({ name, label, type = 'text', value = '', options, required, hint, placeholder, rows = 8 }) {
  const control = () => {
    if (type === 'select') {
      return html`<select name=${name}>${options.map((option) => {
        const [key, shown] = Array.isArray(option) ? option : [option, option];
        return html`<option value=${key} ?selected=${key === value}>${shown}</option>`;
      })}</select>`;
    }
    if (type === 'textarea') return html`<textarea name=${name} rows=${rows} placeholder=${placeholder || nothing} ?required=${required} spellcheck="false">${value}</textarea>`;
    if (type === 'checkbox') return html`<input type="checkbox" name=${name} ?checked=${value}>`;
    return html`<input name=${name} type=${type} step="1" value=${value} placeholder=${placeholder || nothing} ?required=${required} autocomplete="off" spellcheck="false">`;
  };
  return html`<label class=${type === 'checkbox' ? 'inline' : type === 'textarea' ? 'whole' : ''}><span>${label}</span>${control()}${hint ? html`<small>${hint}</small>` : nothing}</label>`;
}

/** A button that copies the request that `submit(form)` would send. What it refuses, `refused` shows. */
export const copyForm = (submit, refused) => copyButton('Copy as curl', async ({ target: { form: element } }) => {
  if (!element.reportValidity()) return undefined;
  try {
    return await commandOf(() => submit(element));
  } catch (thrown) {
    return refused(thrown);
  }
});

/** A button that copies text, or what a function returns if that is a text, to the clipboard. */
export function copyButton(label, content) {
  return html`<button type="button" class="quiet" @click=${async (event) => {
    const text = typeof content === 'function' ? await content(event) : content;
    if (text === undefined) return;
    try {
      await navigator.clipboard.writeText(text);
      notify('Copied');
    } catch {
      shown(label, text);
    }
  }}>${label}</button>`;
}

/** Text to copy by hand: browsers give pages without TLS no clipboard. */
export function shown(title, text) {
  return open((close) => html`<div class="dialog"><h2 id="dialog-title">${title}</h2>
    <pre class="block" tabindex="0">${visible(text)}</pre><footer><button type="button" @click=${() => close()}>Close</button></footer></div>`);
}

const NOTICE_MILLIS = 6_000;

/** A short message that goes by itself; an error stays until it is closed. */
export function notify(message, tone = '') {
  const failed = message instanceof Error;
  const notice = document.createElement('div');
  document.getElementById('notices').append(notice);
  const close = () => notice.remove();
  render(html`<div class="notice ${tone}">${failed && message.code ? html`<strong>${message.code}</strong> ` : nothing}${failed ? failureText(message) : visible(message)}
    <button type="button" class="quiet" aria-label="Close" @click=${close}>×</button></div>`, notice);
  if (!failed) setTimeout(close, NOTICE_MILLIS);
}
