/** The REST API of the node that served this page. */

import { parse } from './json.js';

const BASE = new URL('api/v1/', document.baseURI);
const PATIENCE_MILLIS = 20_000;

/** A refused or failed request; `code` and `detail` are those of the problem (RFC 9457). */
class ApiError extends Error {
  constructor(status, problem, retryAfter) {
    super(problem.detail || problem.title || `HTTP status ${status}`);
    this.status = status;
    this.code = problem.code;
    this.problem = problem;
    this.retryAfter = retryAfter;
  }

  /** The node did not answer, or its database or broker does not. */
  get unavailable() {
    return this.status === 0 || this.status === 502 || this.status === 503 || this.status === 504;
  }
}

/** What is wrong with a field of a form before it is sent. */
export const mistake = (field, text) => Object.assign(new Error(text), { field });

/** Whether a read has no answer because its page was left, or because the login is over: then the rest of the page has none either. */
export const isOver = (failure) => failure.name === 'AbortError' || failure.status === 401;

/** Told about each answer 401, so that the console asks for the login again. */
export const loginNeeded = new EventTarget();

export function url(path, query = {}) {
  const address = new URL(path, BASE);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') address.searchParams.set(name, value);
  }
  return address;
}

/** The path of a job or schedule: ids that servers or proxies could change are sent in base64url. */
export function keyPath(collection, queue, id) {
  return `${collection}/${encodeURIComponent(queue)}/${idSegment(id)}`;
}

export function idSegment(id) {
  if (/^[A-Za-z0-9_~-][A-Za-z0-9._~-]*$/.test(id)) return id;
  const bytes = new TextEncoder().encode(id);
  const base64 = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  return 'base64url:' + base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The parsed JSON of an answer, or undefined if it has no body. */
export async function get(path, query, options = {}) {
  return (await request('GET', path, { ...options, query })).data;
}

/** Like get, with the answer's entity tag. Option `known`: a Map that keeps answers, so that unchanged ones are not sent again. */
export async function getTagged(path, query, options = {}) {
  return request('GET', path, { ...options, query });
}

/** A request that changes something. Options: `ifMatch`, `ifNoneMatch`, `idempotencyKey`; `next`, the request that follows it. */
export async function send(method, path, body, options = {}) {
  if (copying) throw new Copied([[method, path, body, options], options.next].filter(Boolean).map(([verb, to, ...more]) => asCurl(verb, url(to), ...more)).join(' &&\n'));
  return request(method, path, { ...options, body });
}

/** Options of a request that is done once, however often it is sent. */
export const once = () => ({ idempotencyKey: crypto.randomUUID?.() || `${Date.now()}-${Math.random()}` });

let copying = false;

class Copied {
  constructor(command) {
    this.command = command;
  }
}

/** The request that `act` would send, as a command: it is not sent. Rejects with what `act` says instead. */
export async function commandOf(act) {
  copying = true;
  try {
    await act();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof Copied) return thrown.command;
    throw thrown;
  } finally {
    copying = false;
  }
}

function headersOf(body, { ifMatch, ifNoneMatch, idempotencyKey }) {
  return Object.fromEntries([
    ['Content-Type', body === undefined ? undefined : 'application/json'],
    ['If-Match', ifMatch],
    ['If-None-Match', ifNoneMatch],
    ['Idempotency-Key', idempotencyKey],
  ].filter(([, value]) => value));
}

async function request(method, path, { query, body, signal, quiet, known, ...options }) {
  const address = url(path, query);
  const before = known?.get(address.href);
  const headers = { Accept: 'application/json, application/problem+json, */*;q=0.1', ...headersOf(body, { ifNoneMatch: before?.tag, ...options }) };
  const answer = await answerTo(address, {
    method,
    cache: 'no-store',
    headers,
    signal,
    body: body === undefined ? undefined : JSON.stringify(body),
    redirect: 'follow',
    credentials: 'same-origin',
  });
  if (answer.status === 304) return before;
  const data = await content(answer);
  if (!answer.ok) {
    if (answer.status === 401 && !quiet) loginNeeded.dispatchEvent(new Event('login'));
    const problem = data && typeof data === 'object' ? data : {};
    throw new ApiError(answer.status, problem, Number(answer.headers.get('Retry-After')) || undefined);
  }
  const result = { data, status: answer.status, tag: answer.headers.get('ETag'), location: answer.headers.get('Location') };
  if (known && result.tag) known.set(address.href, result);
  return result;
}

/** A read is given up when it takes too long; whether a change was done would then be unknown. */
async function answerTo(address, init) {
  const patience = new AbortController();
  const timer = init.method === 'GET' ? setTimeout(() => patience.abort(), PATIENCE_MILLIS) : undefined;
  try {
    return await fetch(address, { ...init, signal: AbortSignal.any([patience.signal, init.signal].filter(Boolean)) });
  } catch (failure) {
    if (failure.name === 'AbortError' && !patience.signal.aborted) throw failure;
    throw noConnection();
  } finally {
    clearTimeout(timer);
  }
}

const noConnection = () => new ApiError(0, { title: 'No connection', detail: `${location.host} does not answer` });

/** The script of a page. That the node does not answer is told as for a read. */
export async function pageOf({ load }) {
  let timer;
  const patience = new Promise((resolve, reject) => { timer = setTimeout(() => reject(noConnection()), PATIENCE_MILLIS); });
  try {
    return (await Promise.race([load(), patience])).default;
  } catch (failure) {
    // Browsers name the import in words of their own
    throw failure instanceof TypeError && /import/.test(failure.message) ? noConnection() : failure;
  } finally {
    clearTimeout(timer);
  }
}

async function content(answer) {
  const text = await answer.text();
  const type = answer.headers.get('Content-Type') || '';
  if (!text) return undefined;
  if (!/[/+]json/.test(type)) return text;
  try {
    return parse(text);
  } catch {
    return {};
  }
}

const login = { name: 'USER' };

export function setUser(name) {
  login.name = name;
}

/** A request, or the same request to each of several addresses, as one command for a shell: curl asks for the password, once. */
export function asCurl(method, addresses, body, options = {}) {
  const words = ['curl', '-u', quote(login.name)];
  if (method !== 'GET') words.push('-X', method);
  for (const [name, value] of Object.entries(headersOf(body, options))) words.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) words.push('-d', quote(JSON.stringify(body)));
  return [words.join(' '), ...[addresses].flat().map((address) => quote(String(address)))].join(Array.isArray(addresses) ? ' \\\n  ' : ' ');
}

function quote(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
