/** The pages of the console. `role`: who may see it; `group`: its part of the navigation. */

const page = (path, label, group, load, role = 'viewer') => ({ path, label, group, load, role });

export const pages = [
  page('', 'Overview', 'now', () => import('./pages/overview.js')),
  page('jobs', 'Jobs', 'now', () => import('./pages/jobs.js')),
  page('runs', 'Runs', 'now', () => import('./pages/runs.js')),
  page('job-batches', 'Job batches', 'now', () => import('./pages/job-batches.js')),
  page('queues', 'Queues', 'now', () => import('./pages/queues.js')),
  page('schedules', 'Schedules', 'plan', () => import('./pages/schedules.js')),
  page('agenda', 'Agenda', 'plan', () => import('./pages/agenda.js')),
  page('calendars', 'Calendars', 'plan', () => import('./pages/calendars.js')),
  page('definitions', 'Definitions', 'plan', () => import('./pages/definitions.js')),
  page('quarantine', 'Quarantine', 'mend', () => import('./pages/quarantine.js')),
  page('in-doubt', 'In doubt', 'mend', () => import('./pages/in-doubt.js')),
  page('batches', 'Batch operations', 'mend', () => import('./pages/batches.js')),
  page('cluster', 'Cluster', 'system', () => import('./pages/cluster.js')),
  page('users', 'Users', 'system', () => import('./pages/users.js'), 'admin'),
  page('webhooks', 'Webhooks', 'system', () => import('./pages/webhooks.js'), 'admin'),
  page('audit', 'Audit', 'system', () => import('./pages/audit.js'), 'operator'),
  page('api', 'API', 'system', () => import('./pages/api.js')),
  page('search', 'Search', '', () => import('./pages/search.js')),
  page('not-found', 'Not found', '', () => import('./pages/not-found.js')),
];

export const groups = [
  ['now', 'Now'],
  ['plan', 'Plan'],
  ['mend', 'Mend'],
  ['system', 'System'],
];
