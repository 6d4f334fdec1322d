import { html } from '../../vendor/lit-html/lit-html.js';

export default {
  title: () => 'Not found',
  refresh: 0,
  load: async () => ({}),
  view: () => html`<div class="empty"><p>The console has no such page.</p><p><a href="#/">Overview</a></p></div>`,
};
