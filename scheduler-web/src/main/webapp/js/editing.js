/** Forms for what several people may change, and what is told once. */

import { html } from '../vendor/lit-html/lit-html.js';
import { copyButton, open } from './dialogs.js';

/**
 * Sends what a form has, if nobody has changed the row that it was opened with. If somebody has, the form stays open and says
 * what the row is now; sent again, it replaces that.
 *
 * @param to where the form is sent, if not to the path of the row
 * @param describe what the form shows of a row, in words
 * @return sends a body; `next` is the request that the form sends after it
 */
export function editing(ctx, { method = 'PUT', path, to = path, tag, describe }) {
  let ifMatch = tag;
  return async (body, next) => {
    try {
      const answer = await ctx.send(method, to, body, { ifMatch, next });
      await ctx.reload();
      return answer;
    } catch (failure) {
      if (failure.status !== 412) throw failure;
      const now = await present(ctx, path);
      ifMatch = now?.tag;
      ctx.reload();
      const text = now ? `Somebody has changed it since you opened this form. Now: ${describe(now)}. Send it again to replace that by your input, or cancel.`
        : 'Somebody has deleted it since you opened this form. Send it again to create it anew, or cancel.';
      throw Object.assign(new Error(text), { code: failure.code });
    }
  };
}

async function present(ctx, path) {
  try {
    return await ctx.get(path);
  } catch (failure) {
    if (failure.status !== 404) throw failure;
    return undefined;
  }
}

/** Shows a text to be copied, such as a command or a password. */
export function told({ title, note, text }) {
  return open((close) => html`<div class="dialog"><h2 id="dialog-title">${title}</h2>
    <p>${note}</p><pre class="block" tabindex="0">${text}</pre>
    <footer>${copyButton('Copy', text)}<button type="button" class="primary" @click=${() => close()}>Close</button></footer></div>`);
}
