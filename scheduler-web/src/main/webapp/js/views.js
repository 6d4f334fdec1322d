/** Saved views: addresses with a name, kept by the browser. An address can be sent to others as it is. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { form } from './dialogs.js';
import { visible } from './format.js';
import { write } from './query.js';
import { href } from './router.js';

/** `[{ name, address }]` by name. */
export const views = () => JSON.parse(localStorage.getItem('views') || '[]');

function keep(name, address) {
  const others = views().filter((view) => view.name !== name);
  const all = address ? [...others, { name, address }] : others;
  localStorage.setItem('views', JSON.stringify(all.sort((one, other) => one.name.localeCompare(other.name))));
}

/** The views as a part of the navigation; a page with filters can be saved. */
export function viewLinks({ ctx, entry }, update) {
  const { cursor, ...query } = ctx.query;
  const here = href(ctx.segments, query);
  const saved = views();
  const unsaved = Object.keys(query).length > 0 && !saved.some(({ address }) => address === here);
  if (saved.length === 0 && !unsaved) return nothing;
  return html`<p class="group">Views</p><ul>${saved.map(({ name, address }) => html`<li><a href=${address} aria-current=${address === here ? 'page' : nothing}><bdi>${visible(name)}</bdi></a>
      <button type="button" class="quiet" aria-label="Forget the view ${name}" @click=${() => {
        keep(name);
        update();
      }}>×</button></li>`)}
    ${unsaved ? html`<li><button type="button" class="quiet" @click=${() => save(here, `${entry.label} ${write(entry.path, query) || Object.values(query).join(' ')}`, update)}>Save this view …</button></li>` : nothing}</ul>`;
}

const save = (address, value, update) => form({
  title: 'Save this view',
  fields: [{ name: 'name', label: 'Name', value, required: true, hint: 'A view of this name is replaced. This browser keeps it; for others, copy its address.' }],
  label: 'Save',
  local: true,
  submit({ name }) {
    keep(name.trim(), address);
    update();
  },
});
