/** The login form. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { get, send } from './api.js';

/** The provider by which users can log in, too; undefined if there is none. */
export async function loginProvider() {
  try {
    return await get('session/provider', undefined, { quiet: true });
  } catch {
    return undefined;
  }
}

/** `onLogin(session)` is called with what the API says about the user. With a name, it is the content of a dialog. */
export function loginForm({ onLogin, name = '', provider }) {
  const content = html`<form class="dialog" @submit=${(event) => submit(event, onLogin)}>
    ${name ? html`<h2 id="dialog-title">Log in again</h2>` : html`<h1 tabindex="-1"><img src="img/favicon.svg" alt="" width="28" height="28"> Good Timing</h1>`}
    ${name ? html`<p>Your session has ended. Log in again; what you have entered is kept.</p>` : nothing}
    <label><span>Name</span><input name="name" .value=${name} autocomplete="username" required ?autofocus=${!name} spellcheck="false" autocapitalize="none"></label>
    <label><span>Password</span><input name="password" type="password" autocomplete="current-password" required ?autofocus=${Boolean(name)}></label>
    <div class="problem" role="alert" hidden></div>
    <footer><span class="hint when-busy" role="status">Logging in …</span><button type="submit" class="primary">Log in</button></footer>
    ${provider ? byProvider(provider, name, onLogin) : nothing}
    <p class="hint">Users are made by an administrator. The first one is <code>admin</code>: the start of the node says where its password is.</p>
  </form>`;
  return name ? content : html`<main class="login">${content}</main>`;
}

/** Above an open form, in a window of its own: the form keeps what was entered. */
function byProvider(provider, name, onLogin) {
  if (!name) return html`<p class="provider"><a class="button" href="login">Sign in with ${provider.name}</a></p>`;
  return html`<p class="provider"><a class="button" href="login" target="_blank" rel="noopener">Sign in with ${provider.name}</a>
    <button type="button" @click=${(event) => resume(event.target.form, onLogin)}>I have signed in</button></p>`;
}

/** By the session that another window has opened. */
async function resume(target, onLogin) {
  await busily(target, async () => onLogin(await get('session', undefined, { quiet: true })),
    (failure) => (failure.status === 401 ? 'You are not signed in yet.' : message(failure)));
}

async function submit(event, onLogin) {
  event.preventDefault();
  const target = event.target;
  const { name, password } = Object.fromEntries(new FormData(target));
  await busily(target, async () => {
    const { data } = await send('POST', 'session', { name, password }, { quiet: true });
    target.reset();
    await onLogin(data);
  }, message);
}

/** Does it once, however often somebody asks for it meanwhile. */
async function busily(target, act, textOf) {
  const buttons = target.querySelectorAll('button');
  if (target.ariaBusy === 'true') return;
  const busy = (value) => {
    target.ariaBusy = String(value);
    buttons.forEach((button) => { button.disabled = value; });
  };
  show(target, undefined);
  busy(true);
  try {
    await act();
  } catch (failure) {
    show(target, textOf(failure));
  } finally {
    busy(false);
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
