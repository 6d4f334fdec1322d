/** An input with proposals: the arrow keys choose among them, Enter takes the chosen one. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { live } from '../vendor/lit-html/directives/live.js';
import { visible } from './format.js';

/**
 * @param box what the input is at: `{ at }`, the chosen proposal or -1, and `open`; `kept` is what the arrow keys have chosen
 * @param options `value`; `proposals` `[{ label, note }]`; `changed(text)`; `take(proposal)`; `update` draws again; `always` open
 */
export function combobox(box, { id, label, type = 'text', placeholder, value, proposals, changed, take, update, always, focus }) {
  if (box.kept) box.at = proposals.findIndex((each) => same(each, box.kept));
  const shown = (always || box.open) && proposals.length > 0;
  const chosen = shown && proposals[box.at] ? `${id}-${box.at}` : nothing;
  const keys = {
    ArrowDown: () => move(box, 1, proposals),
    ArrowUp: () => move(box, -1, proposals),
    Enter: () => shown && proposals[box.at] && taken(proposals[box.at]),
    Tab: ({ shiftKey }) => !always && !shiftKey && shown && proposals[box.at] && taken(proposals[box.at]),
    Escape: () => !always && shown && Boolean(Object.assign(box, { open: false })),
  };
  const taken = (proposal) => {
    box.kept = undefined;
    take(proposal);
    return true;
  };
  return html`<input id=${id} type=${type} name="q" role="combobox" aria-label=${label} aria-expanded=${String(shown)} aria-controls="${id}-list" aria-autocomplete="list"
      aria-activedescendant=${chosen} placeholder=${placeholder} autocomplete="off" spellcheck="false" ?autofocus=${focus} .value=${live(value)}
      @input=${({ target }) => {
        Object.assign(box, { open: true, kept: undefined });
        changed(target.value);
      }}
      @blur=${() => {
        box.open = false;
        update();
      }}
      @keydown=${(event) => {
        if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]?.(event)) return;
        event.preventDefault();
        update();
        document.getElementById(`${id}-${box.at}`)?.scrollIntoView({ block: 'nearest' });
      }}>
    <ul id="${id}-list" class="proposals" role="listbox" aria-label="Proposals" ?hidden=${!shown}>${shown ? proposals.map((proposal, index) => html`
      <li id="${id}-${index}" role="option" aria-selected=${String(index === box.at)} @mousedown=${(event) => event.preventDefault()} @click=${() => taken(proposal)}>
        <bdi>${visible(proposal.label)}</bdi>${proposal.note ? html` <span class="faint">${proposal.note}</span>` : nothing}</li>`) : nothing}</ul>`;
}

const same = (one, other) => one.label === other.label && one.note === other.note;

function move(box, step, proposals) {
  const count = proposals.length;
  box.open = true;
  box.at = count === 0 ? -1 : (box.at + step + count + (box.at < 0 && step < 0 ? 1 : 0)) % count;
  box.kept = proposals[box.at];
  return true;
}
