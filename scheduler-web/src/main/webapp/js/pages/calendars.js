/** Named calendars: times that schedules leave out. */

import { html, nothing } from '../../vendor/lit-html/lit-html.js';
import { getTagged, mistake } from '../api.js';
import { form, notify } from '../dialogs.js';
import { editing } from '../editing.js';
import { cappedNumber, number } from '../format.js';
import { href } from '../router.js';
import { button, badge, empty, perform, table, text, time, visible } from '../ui.js';

const EXAMPLE = ['PUT', 'calendars/company', { excludes: 'any(weekly:SAT,SUN; dates:2026-12-24,2026-12-31)' }];
const HINT = 'Such as any(weekly:SAT,SUN; holidays:DE-BE; dates:2026-12-24). Schedules name it by except=calendar:NAME.';

const COLUMNS = (ctx) => [
  { title: 'Calendar', cell: (row) => html`<a class="nowrap" href=${link(row)}>${row.name}</a>` },
  { title: 'Leaves out', cell: (row) => html`<div class="roomy"><code>${visible(row.excludes)}</code></div>` },
  ...(ctx.segments[1] ? [{ title: 'Schedules', number: true, cell: used }] : []),
  { title: 'Changed', cell: (row) => html`${time(row.registeredAt)} <span class="faint">by</span> ${text(row.registeredBy, 24)}` },
  ...(ctx.may('operator') ? [{ title: 'Actions', cell: (row) => html`<span class="row-actions">
    <button type="button" class="quiet" aria-label=${`Change ${row.name}`} @click=${() => change(ctx, row.name)}>Change …</button>
    ${button('Delete', () => remove(ctx, row), { kind: 'quiet', danger: true, name: `Delete ${row.name}`, why: row.schedules > 0 ? 'Schedules name it' : '' })}</span>` }] : []),
];

const link = ({ name }) => href(['calendars', name]);

function used({ schedules, schedulesToMove }) {
  return html`${cappedNumber(schedules)}${schedulesToMove > 0 ? html` ${badge(`${number(schedulesToMove)} to move`, 'busy')}` : nothing}`;
}

async function load(ctx) {
  const wanted = ctx.segments[1];
  const [{ calendars }, shown] = await Promise.all([ctx.get('calendars'), wanted ? ctx.get(`calendars/${encodeURIComponent(wanted)}`) : undefined]);
  return { calendars: shown ? [shown] : calendars, all: calendars };
}

function view(ctx, { calendars, all }) {
  return html`${ctx.may('operator') ? html`<div class="actions"><button type="button" class="primary" @click=${() => create(ctx, all)}>New calendar …</button></div>` : nothing}
    ${calendars.length === 0 ? empty('No calendar yet. A calendar leaves out times for all schedules that name it.', EXAMPLE)
    : table(COLUMNS(ctx), calendars, { key: (row) => row.name, link: ctx.segments[1] ? undefined : link, caption: 'Calendars' })}
    ${ctx.segments[1] ? html`<p><a href="#/calendars">All calendars</a></p>` : nothing}`;
}

const excludes = (value = '') => ({ name: 'excludes', label: 'Leaves out', type: 'textarea', rows: 4, required: true, value, hint: HINT });

function create(ctx, calendars) {
  return form({
    title: 'New calendar',
    label: 'Create',
    done: ({ name }) => `${name}: created`,
    fields: [{ name: 'name', label: 'Name', required: true, hint: 'Letters, digits, dots, hyphens, underscores.' }, excludes()],
    submit: async ({ name, excludes: times }) => {
      if (calendars.some((each) => each.name === name)) throw mistake('name', `There is a calendar ${name} already: change it instead.`);
      await ctx.send('PUT', `calendars/${encodeURIComponent(name)}`, { excludes: times.trim() }, { ifNoneMatch: '*' });
      ctx.reload();
    },
  });
}

async function change(ctx, name) {
  const path = `calendars/${encodeURIComponent(name)}`;
  try {
    const { data, tag } = await getTagged(path);
    const save = editing(ctx, { path, tag, describe: (now) => `${now.excludes}, by ${now.registeredBy}` });
    await form({
      title: `Calendar ${name}`,
      label: 'Save',
      done: `${name}: changed`,
      note: data.schedules > 0 ? `${cappedNumber(data.schedules)} schedules name it. Their waiting runs move within seconds after the change.` : 'No schedule names it.',
      fields: [excludes(data.excludes)],
      submit: ({ excludes: times }) => save({ excludes: times.trim() }),
    });
  } catch (failure) {
    notify(failure, 'bad');
  }
}

async function remove(ctx, { name }) {
  const path = `calendars/${encodeURIComponent(name)}`;
  try {
    const { tag } = await getTagged(path);
    await perform(ctx, { label: 'Delete', method: 'DELETE', path, ifMatch: tag, danger: true, done: `${name}: deleted`, confirm: { title: `Delete the calendar ${name}?`, text: 'This cannot be undone.' } });
  } catch (failure) {
    notify(failure, 'bad');
  }
}

export default { title: (ctx) => (ctx.segments[1] ? `Calendar ${ctx.segments[1]}` : 'Calendars'), load, view, keys: ({ calendars }) => calendars.map(({ name }) => name) };
