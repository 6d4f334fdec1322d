/** The login form. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { send } from './api.js';

/** `onLogin(session)` is called with what the API says about the user. With a name, it is the content of a dialog. */
export function loginForm({ onLogin, name = '' }) {
  const content = html`<form class="dialog" @submit=${(event) => submit(event, onLogin)}>
    ${name ? html`<h2 id="dialog-title">Log in again</h2>` : html`<h1 tabindex="-1"><img src="img/favicon.svg" alt="" width="28" height="28"> Good Timing</h1>`}
    ${name ? html`<p>Your session has ended. Log in again; what you have entered is kept.</p>` : nothing}
    <label><span>Name</span><input name="name" .value=${name} autocomplete="username" required ?autofocus=${!name} spellcheck="false" autocapitalize="none"></label>
    <label><span>Password</span><input name="password" type="password" autocomplete="current-password" required ?autofocus=${Boolean(name)}></label>
    <div class="problem" role="alert" hidden></div>
    <footer><button type="submit" class="primary">Log in</button></footer>
    <p class="hint">Users are made by an administrator. The first one is <code>admin</code>: the start of the node says where its password is.</p>
  </form>`;
  return name ? content : html`<main class="login">${content}</main>`;
}

async function submit(event, onLogin) {
  event.preventDefault();
  const target = event.target;
  const { name, password } = Object.fromEntries(new FormData(target));
  show(target, undefined);
  try {
    const { data } = await send('POST', 'session', { name, password }, { quiet: true });
    target.reset();
    await onLogin(data);
  } catch (failure) {
    show(target, message(failure));
  }
}

function show(target, text) {
  const box = target.querySelector('.problem');
  box.textContent = text || '';
  box.hidden = !text;
}

function message(failure) {
  if (failure.status === 401) return 'Name or password is wrong.';
  if (failure.status === 429) return `Too many failed logins. Try again in ${failure.retryAfter || 60} seconds.`;
  return failure.code ? `${failure.code} ${failure.message}` : failure.message;
}
