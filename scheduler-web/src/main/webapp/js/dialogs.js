/** Questions, forms and notices above a page. */

import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { commandOf } from './api.js';
import { failureText, visible } from './format.js';
import { timeControl } from './times.js';

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

export const unsent = () => document.querySelector(':is(dialog[open] form, form.edit)[data-typed]:not([aria-busy=true])') !== null;

/** Marks the form in which the user types, until it is closed. */
export const typed = ({ currentTarget }) => { currentTarget.dataset.typed = ''; };

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
 * throws is shown, and the input is kept. The end is a notice: `done`, or the refusal if the user has closed the form meanwhile, which
 * does not take back what was sent. Resolves to what `submit` returns, or true; to undefined if nothing was done. `aside` stays in sight above
 * the fields. A `local` form sends nothing: it ends without a notice, and has no command to copy. `others` are further buttons
 * `{ label, run(values), done }`: one without `done` tells what it returns, and leaves the form open.
 */
export function form({ title, fields, label, submit, note, aside, others = [], local, done = `${title.replace(/\?$/, '')}: done` }) {
  let failure;
  let sending;
  let told;
  const send = async (values, task, end) => {
    try {
      const result = (await task(values)) ?? true;
      if (end && !local) notify(typeof end === 'function' ? end(values) : end, 'good');
      return result;
    } catch (thrown) {
      failure = thrown;
      return undefined;
    }
  };
  const act = async (element, task, end, { close, update }) => {
    if (sending) return;
    failure = told = undefined;
    sending = send(valuesOf(element, fields), task, end);
    update();
    const result = await sending;
    sending = undefined;
    if (result !== undefined && end) close(result);
    else if (!element.isConnected) failure && notifyRefused(title, failure);
    else {
      told = result;
      update();
      showRefusal(element);
    }
  };
  return open((close, update) => html`<form class="dialog" aria-busy=${String(Boolean(sending))} @input=${typed} @submit=${(event) => {
    event.preventDefault();
    return act(event.target, submit, done, { close, update });
  }}>
    <h2 id="dialog-title">${visible(title)}</h2>
    ${aside ? html`<div class="aside">${aside}</div>` : nothing}
    ${note ? html`<p class="hint">${note}</p>` : nothing}
    ${withMistake(fields, failure).map((each) => field(each))}
    <footer>${refusal(failure)}${told ? html`<span role="status">${told}</span>` : nothing}${sending ? html`<span class="hint" role="status">Waiting for the answer …</span>` : nothing}${local ? nothing : copyForm((element) => submit(valuesOf(element, fields)), (thrown) => {
      failure = thrown;
      update();
    })}<button type="button" @click=${() => close()}>${sending ? 'Close' : 'Cancel'}</button>
      ${others.map((other) => html`<button type="button" ?disabled=${Boolean(sending)} @click=${({ target }) => act(target.form, other.run, other.done, { close, update })}>${other.label}</button>`)}
      <button type="submit" class="primary" ?disabled=${Boolean(sending)}>${label}</button></footer>
  </form>`).then((result) => {
    if (result === undefined && sending) notifySent(title);
    return result ?? sending;
  });
}

/** Whoever closes a form may believe that nothing happens. */
export const notifySent = (title) => notify(`${title}: this was sent before you closed the form. Its end is told here.`);

export const notifyRefused = (title, failure) => notify(Object.assign(new Error(`${title}: ${failure.message}`), failure), 'bad');

/** Why a form was refused, in its footer, which is in the window however long the form is. */
export const refusal = (failure) => failure ? html`<div class="problem" role="alert" tabindex="-1"><strong>${failure.code || ''}</strong> ${failureText(failure)}</div>` : nothing;

/** The fields, with the refusal at that which it names first: those of the API name it as the request does, or as `scheduler_` and that. */
export function withMistake(fields, failure) {
  const name = failure && (failure.field || ([400, 422].includes(failure.status) ? firstNamed(fields, failure.message) : undefined));
  return fields.map((each) => (each.name === name ? { ...each, mistake: failureText(failure) } : each));
}

function firstNamed(fields, text) {
  const found = fields.map(({ name }) => [text.search(new RegExp(`(\\b|_)${name === 'body' ? '(body|payload)' : name}\\b`)), name]);
  return found.filter(([at]) => at >= 0).sort(([one], [other]) => one - other)[0]?.[1];
}

/** Brings the field that is wrong into sight, and the reason to the user. */
export function showRefusal(target) {
  const wrong = target.querySelector('[aria-invalid=true]');
  for (let folded = wrong?.closest('details'); folded; folded = folded.parentElement.closest('details')) folded.open = true;
  wrong?.scrollIntoView({ block: 'center' });
  target.querySelector('footer .problem')?.focus({ preventScroll: Boolean(wrong) });
}

export function valuesOf(element, fields) {
  const values = Object.fromEntries(new FormData(element));
  for (const { name, type } of fields) {
    if (type === 'checkbox') values[name] = element.elements[name].checked;
    if (type === 'time') values[name] = element.elements[name].dataset.instant || undefined;
  }
  return values;
}

export const mistakeText = (wrong) => (wrong ? html`<small class="mistake">${wrong}</small>` : nothing);

/** A field with its label. It keeps what the user has entered, whatever the page draws again. */
export function field(each) {
  const { name, label, type = 'text', value = '', options, required, hint, placeholder, rows = 8, mistake: wrong } = each;
  const invalid = wrong ? 'true' : nothing;
  const control = () => {
    if (type === 'time') return timeControl(each);
    if (type === 'select') {
      return html`<select name=${name} aria-invalid=${invalid}>${options.map((option) => {
        const [key, shown] = Array.isArray(option) ? option : [option, option];
        return html`<option value=${key} ?selected=${key === value}>${shown}</option>`;
      })}</select>`;
    }
    if (type === 'textarea') return html`<textarea name=${name} aria-invalid=${invalid} rows=${rows} placeholder=${placeholder || nothing} ?required=${required} spellcheck="false">${value}</textarea>`;
    if (type === 'checkbox') return html`<input type="checkbox" name=${name} aria-invalid=${invalid} ?checked=${value}>`;
    return html`<input name=${name} aria-invalid=${invalid} type=${type} step="1" value=${value} placeholder=${placeholder || nothing} ?required=${required} autocomplete="off" spellcheck="false">`;
  };
  return html`<label class=${type === 'checkbox' ? 'inline' : type === 'textarea' ? 'whole' : ''}><span>${label}</span>${control()}${mistakeText(wrong)}${hint ? html`<small>${hint}</small>` : nothing}</label>`;
}

/** A button that copies the request that `submit(form)` would send. What it refuses, `refused` shows. */
export const copyForm = (submit, refused) => copyButton('Copy as curl', async ({ target: { form: element } }) => {
  if (!element.reportValidity()) return undefined;
  try {
    return await commandOf(() => submit(element));
  } catch (thrown) {
    refused(thrown);
    return showRefusal(element);
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
