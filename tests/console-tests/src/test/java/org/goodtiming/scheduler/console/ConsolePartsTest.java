package org.goodtiming.scheduler.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What scripts of the console conclude from the answers of the API. */
class ConsolePartsTest {

  private static final String HOLDERS =
      """
      [{"epoch": 3, "holder": "node-2", "acquiredAt": "2026-01-01T10:00:01.500Z", "reason": "the holder's database session is gone"},
       {"epoch": 2, "holder": "node-1", "acquiredAt": "2026-01-01T09:00:00Z", "reason": "released", "endedAt": "2026-01-01T10:00:00.250Z"},
       {"epoch": 1, "holder": "node-1", "acquiredAt": "2026-01-01T08:00:00Z", "reason": "never held", "endedAt": "2026-01-01T09:00:00Z"}]
      """;

  private static final String RUN = "{\"dueAt\": \"2026-01-01T10:00:00Z\"}";

  private static Chromium chromium;

  @BeforeAll
  static void start() {
    assumeTrue(Chromium.isInstalled(), Chromium.MISSING);
    chromium = Chromium.start();
  }

  @AfterAll
  static void end() {
    if (chromium != null) {
      chromium.close();
    }
  }

  @Test
  void a_change_of_leader_has_the_time_without_one() throws IOException {
    assertThat(
            evaluate(
                """
                const { takeovers } = await import('/js/takeovers.js');
                return takeovers('default', %s).map(({ from, to, gap }) => `${from} ${to} ${gap}`);
                """
                    .formatted(HOLDERS)))
        .containsExactly("node-1 node-2 1.25", "node-1 node-1 0");
  }

  @Test
  void of_many_changes_of_leader_the_latest_are_shown_and_the_others_counted() throws IOException {
    assertThat(
            evaluate(
                """
                const { takeoverList, takeoversSince } = await import('/js/takeovers.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const at = (minute) => `2026-01-01T10:0${minute}:00Z`;
                const leases = [1, 2, 3, 4, 5, 6, 7].map((minute) => ({ partition: `p${minute}`, epoch: 2, acquiredAt: at(minute) }));
                const get = async (path) => ({ holders: [{ holder: 'node-2', acquiredAt: at(path[8]) }, { holder: 'node-1', endedAt: at(path[8]) }] });
                const changes = await takeoversSince({ local: {}, get }, leases, Date.parse(at(0)));
                render(takeoverList(changes), document.querySelector('h1'));
                return [...document.querySelectorAll('a')].map((link) => link.textContent + link.getAttribute('href'));
                """))
        .containsExactly(
            "p7#/cluster?partition=p7",
            "p6#/cluster?partition=p6",
            "p5#/cluster?partition=p5",
            "p4#/cluster?partition=p4",
            "p3#/cluster?partition=p3",
            "and 2 more#/cluster");
  }

  @Test
  void the_last_hour_has_sixty_full_minutes() throws IOException {
    assertThat(
            evaluate(
                """
                const { lastHour } = await import('/js/statistics.js');
                Date.now = () => Date.parse('2026-01-01T10:00:59.999Z');
                return Object.values(lastHour());
                """))
        .containsExactly("2026-01-01T09:00:00.000Z", "2026-01-01T10:00:00.000Z");
  }

  @Test
  void the_time_of_a_run_is_that_after_its_due_time() throws IOException {
    assertThat(
            phases(
                transition("SUBMITTED", 1, "09:30:00"),
                transition("DISPATCHED", 1, "10:00:02"),
                transition("RUNNING", 1, "10:00:02.5"),
                transition("FINISHED", 1, "10:00:12.5")))
        .containsExactly("2 late", "0.5 in the worker queue", "10 at the worker");
  }

  @Test
  void a_run_took_the_time_of_its_attempts() throws IOException {
    assertThat(
            evaluate(
                """
                const { took, lateness } = await import('/js/executions.js');
                const second = { attempt: 2, earlierWork: 'PT1M2.5S', dueAt: '2026-01-01T10:00:00Z' };
                const times = { dispatchedAt: '2026-01-01T11:00:00Z', startedAt: '2026-01-01T11:00:05Z', endedAt: '2026-01-01T11:00:15Z' };
                return [took(second), took({ ...second, ...times }), took(times), lateness({ ...second, ...times })].map(String);
                """))
        .containsExactly("62.5", "72.5", "10", "undefined");
  }

  @Test
  void a_run_that_was_dispatched_early_is_not_late() throws IOException {
    assertThat(
            phases(
                transition("SUBMITTED", 1, "09:30:00"), transition("DISPATCHED", 1, "09:59:59.5")))
        .containsExactly("60.5 in the worker queue");
  }

  @Test
  void a_worker_that_reports_only_the_end_has_no_start() throws IOException {
    assertThat(
            phases(
                transition("SUBMITTED", 1, "10:00:00"),
                transition("DISPATCHED", 1, "10:00:00"),
                transition("FINISHED", 1, "10:00:02")))
        .containsExactly("2 in the worker queue and at the worker");
  }

  @Test
  void a_run_that_failed_unreported_may_have_been_at_the_worker_and_a_cancelled_one_was_not()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { phases } = await import('/js/executions.js');
                const begin = [%s];
                return [%s].map((end) => phases(%s, [...begin, end])[0].label);
                """
                    .formatted(
                        transition("DISPATCHED", 1, "10:00:00"),
                        String.join(
                            ",",
                            transition("SUBMITTED", 2, "10:00:04"),
                            transition("ERROR", 1, "10:00:04"),
                            transition("EXHAUSTED", 1, "10:00:04"),
                            transition("CANCELLED", 1, "10:00:04")),
                        RUN)))
        .containsExactly(
            "in the worker queue or at the worker",
            "in the worker queue or at the worker",
            "in the worker queue or at the worker",
            "in the worker queue");
  }

  @Test
  void the_wait_for_another_attempt_is_not_called_late() throws IOException {
    assertThat(
            phases(
                transition("SUBMITTED", 1, "10:00:00"),
                transition("DISPATCHED", 1, "10:00:00"),
                transition("RUNNING", 1, "10:00:00"),
                transition("SUBMITTED", 2, "10:00:01"),
                transition("DISPATCHED", 2, "10:00:31")))
        .containsExactly("1 at the worker", "30 until its next attempt", "29 in the worker queue");
  }

  private static String transition(String to, int attempt, String time) {
    return "{\"to\": \"%s\", \"attempt\": %d, \"at\": \"2026-01-01T%sZ\"}"
        .formatted(to, attempt, time);
  }

  /** A minute after the run was due. */
  private static List<String> phases(String... transitions) throws IOException {
    return evaluate(
        """
        const { phases } = await import('/js/executions.js');
        return phases(%s, [%s], Date.parse('2026-01-01T10:01:00Z')).map(({ label, seconds }) => `${seconds} ${label}`);
        """
            .formatted(RUN, String.join(",", transitions)));
  }

  @Test
  void a_list_does_not_wait_for_the_counts_of_its_frequent_filters_and_shows_those_it_gets()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { default: jobs } = await import('/js/pages/jobs.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const get = async (path, { state, limit } = {}) => {
                  if (path === 'worker-queues') return { workerQueues: [] };
                  if (limit > 1) return { jobs: [{ queue: 'a', jobId: '4711', state: 'waiting' }] };
                  if (state === 'due') throw Object.assign(new Error('too slow'), { status: 503 });
                  return state === 'held' ? new Promise(() => {}) : { jobs: [], count: 7 };
                };
                const ctx = { segments: ['jobs'], query: {}, local: {}, may: () => false, get };
                const updates = [];
                const counted = new Promise((resolve) => (ctx.update = () => updates.push(1) === 3 && resolve()));
                const page = await jobs.load(ctx);
                await counted;
                render([jobs.head(ctx), jobs.view(ctx, page)], document.querySelector('h1'));
                return [...document.querySelectorAll('nav.quick a, tbody td:first-child')].map(({ textContent }) => textContent.trim());
                """))
        .containsExactly("All 7", "Due", "Retrying 7", "Held", "4711");
  }

  @Test
  void a_hidden_page_is_read_at_its_own_rate_or_not_at_all() throws IOException {
    assertThat(
            evaluate(
                """
                const { Refresh } = await import('/js/refresh.js');
                const delays = [];
                window.setTimeout = (task, delay) => delays.push(String(delay));
                Object.defineProperty(document, 'hidden', { configurable: true, value: true });
                const refresh = new Refresh(async () => {});
                refresh.every(2_000);
                await refresh.now();
                refresh.every(2_000, 30_000);
                await refresh.now();
                Object.defineProperty(document, 'hidden', { value: false });
                refresh.schedule();
                return delays;
                """))
        .containsExactly("30000", "2000");
  }

  @Test
  void pages_show_the_rest_without_statistics_forecast_and_histories_of_leases()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const answers = {
                  'worker-queues': { workerQueues: [{ name: 'orders', state: 'open', waiting: 3 }] },
                  dispatch: { pauses: [] },
                  overview: { ledger: { waiting: 3 }, workerQueues: [], nodes: [], leases: [{ partition: 'default', epoch: 2, acquiredAt: new Date().toISOString() }] },
                };
                const get = async (path) => answers[path] ?? Promise.reject(Object.assign(new Error('too slow'), { status: 503, unavailable: true }));
                const texts = async (name, selector) => {
                  const { default: page } = await import(`/js/pages/${name}.js`);
                  const ctx = { segments: [name], query: {}, local: {}, may: () => false, get };
                  render(page.view(ctx, await page.load(ctx)), document.querySelector('h1'));
                  return [...document.querySelectorAll(selector)].map(({ textContent }) => textContent.trim());
                };
                return [...await texts('queues', 'td:nth-child(1), td:nth-child(8)'), ...await texts('overview', '.figure, .problem')];
                """))
        .containsExactly(
            "orders",
            "–",
            "Overdue0all on time",
            "Due in an hour–",
            "Waiting3",
            "Dispatched/min–",
            "Failed, last hour–",
            "Quarantined–",
            "In doubt0",
            "too slow.",
            "too slow.",
            "too slow.",
            "too slow.");
  }

  @Test
  void what_a_search_finds_of_each_job_is_in_the_order_of_time_with_what_it_was()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { default: page } = await import('/js/pages/search.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const { setZone } = await import('/js/format.js');
                setZone('UTC');
                const fireId = '0a1b2c3d-0000-4000-8000-00000000000';
                const run = (end, state, at, jobId) => ({ kind: 'execution', queue: 'a', jobId, fireId: fireId + end, state, at, matched: 'jobId' });
                const found = [
                  { kind: 'job', queue: 'a', jobId: '4711', state: 'waiting', at: '2100-01-01T00:00:00Z', matched: 'jobId' },
                  run(1, 'FINISHED', '2026-01-01T10:00:00.125Z', '4711'), run(2, 'RUNNING', '2026-01-01T09:00:00Z', '4712'),
                ];
                render(page.view({ query: { q: '47' }, may: () => true }, { query: '47', found, complete: true }), document.querySelector('h1'));
                return [...document.querySelectorAll('h3, .timeline li')].map(({ textContent }) => textContent.trim().replace(/ *\\n */g, ' '));
                """))
        .containsExactly(
            "a/4712",
            "run running: 0a1b2c3d…0002 2026-01-01 09:00:00.000",
            "a/4711",
            "run finished: 0a1b2c3d…0001 2026-01-01 10:00:00.125",
            "job will be due: a/4711 2100-01-01 00:00:00.000");
  }

  @Test
  void a_sum_of_capped_counts_says_so_and_a_pause_on_purpose_is_no_alarm() throws IOException {
    assertThat(
            evaluate(
                """
                const { default: page } = await import('/js/pages/overview.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                globalThis.uPlot = class {
                  static paths = { bars: () => undefined };
                  setData() {}
                };
                const oldestDueAt = new Date().toISOString();
                const queue = (name, overdue, state) => ({ name, state, overdue, oldestDueAt, causes: [] });
                const answers = {
                  statistics: { points: [{ at: '2026-01-01T10:00:00Z', failed: 2 }, { at: '2026-01-01T10:01:00Z', failed: 1 }] },
                  forecast: { intervals: [] },
                  failures: {},
                };
                const shown = async (...workerQueues) => {
                  answers.overview = { ledger: { waiting: 0 }, workerQueues, nodes: [], leases: [] };
                  const ctx = { segments: [''], query: {}, local: {}, may: () => false, get: async (path) => answers[path] };
                  render(page.view(ctx, await page.load(ctx)), document.querySelector('h1'));
                  const [overdue] = document.querySelectorAll('.figure');
                  return `${overdue.querySelector('.value').textContent} ${overdue.className}${overdue.getAttribute('href')}`;
                };
                const results = [
                  await shown(queue('a', 1000, 'open'), queue('b', 120, 'open')),
                  await shown(queue('a', 0, 'open'), queue('b', 120, 'paused')),
                ];
                results.push(document.querySelector('.figure .note').textContent);
                const failed = [...document.querySelectorAll('.figure')].find(({ textContent }) => textContent.startsWith('Failed'));
                return [...results, failed.querySelector('.value').textContent + decodeURIComponent(failed.getAttribute('href'))];
                """))
        .containsExactly(
            "≥ 1,120 figure bad#/jobs?state=overdue",
            "0 figure #/jobs?state=overdue",
            "120 more in queues that are paused or closed",
            "3#/runs?outcome=failed&endedFrom=2026-01-01T10:00:00Z");
  }

  @Test
  void that_no_job_is_missing_has_the_time_of_the_count() throws IOException {
    assertThat(
            evaluate(
                """
                const { default: page } = await import('/js/pages/overview.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const checkedAt = new Date(Date.now() - 180_000).toISOString();
                const shown = async (ledger) => {
                  const get = async (path) => path === 'overview' ? { ledger, workerQueues: [], nodes: [], leases: [] } : Promise.reject(new Error('too slow'));
                  const ctx = { segments: ['overview'], query: {}, local: {}, may: () => false, get };
                  render(page.view(ctx, await page.load(ctx)), document.querySelector('h1'));
                  const card = [...document.querySelectorAll('section')].find(({ textContent }) => textContent.includes('Is any job missing'));
                  return [card.querySelector('.badge').textContent, card.querySelector('.hint').textContent];
                };
                return [...await shown({ difference: 0, checkedAt }), ...await shown({ difference: 2, checkedAt }), ...await shown({})];
                """))
        .containsExactly(
            "no job is missing",
            "The waiting jobs were counted 3 min ago: they are all that was registered and has not ended.",
            "differs by 2",
            "The waiting jobs were counted 3 min ago.",
            "not counted yet",
            "More than 10,000 jobs wait: the leader counts them soon after it has begun to lead.");
  }

  @Test
  void a_setting_of_a_queue_that_only_the_document_knows_is_shown_and_can_be_changed()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { default: page } = await import('/js/pages/queue.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const properties = {
                  burst: { title: 'Burst', type: 'integer', 'x-unit': 'jobs', description: 'how many at once' },
                  fair: { title: 'Fair', type: 'boolean', description: 'whether it is fair' },
                };
                const answers = {
                  'worker-queues/a': { name: 'a', state: 'open', burst: 3, fair: false, limits: 'gets at most 3 jobs at once' },
                  openapi: { components: { schemas: { WorkerQueueSettings: { properties } } } },
                };
                const get = async (path) => answers[path] ?? Promise.reject(Object.assign(new Error('too slow'), { status: 503, unavailable: true }));
                const ctx = { segments: ['queues', 'a'], query: {}, local: {}, may: () => true, get, reload: async () => {} };
                const sent = new Promise((resolve) => (ctx.send = async (method, path, body) => resolve(JSON.stringify(body))));
                render(page.view(ctx, await page.load(ctx)), document.querySelector('h1'));
                [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('Settings')).click();
                const form = document.querySelector('dialog form');
                form.elements.burst.value = '7';
                const texts = (selector, count) => [...document.querySelectorAll(selector)].slice(0, count).map(({ textContent }) => textContent);
                const shown = [...texts('.facts div', 3), ...texts('dialog label', 2)];
                form.requestSubmit();
                return [...shown, await sent];
                """))
        .containsExactly(
            "Burst3 jobs",
            "Fairno",
            "Limitedgets at most 3 jobs at once",
            "BurstHow many at once.",
            "FairWhether it is fair.",
            "{\"burst\":7}");
  }

  @Test
  void the_page_of_a_queue_tells_its_last_canary_or_since_when_none_arrives() throws IOException {
    assertThat(
            evaluate(
                """
                const { default: page } = await import('/js/pages/queue.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const line = (canary, lastCanary) => {
                  const queue = { name: 'a', state: 'open', canary, lastCanary };
                  const ctx = { segments: ['queues', 'a'], query: {}, local: {}, may: () => false };
                  render(page.view(ctx, { queue, settings: [['canary', { title: 'Canary' }]], rates: { failure: new Error('too slow') } }), document.querySelector('h1'));
                  return document.querySelector('.facts div').innerHTML.replace(/<time.*?<\\/time>/, 'then').replace(/<[^>]*>/g, '');
                };
                const at = '2026-01-01T00:00:00Z';
                const figures = { arrivedAt: at, registrationMillis: 12, dispatchMillis: 0, deliveryMillis: 3 };
                return [line(false), line(true, { state: 'not-sent', ...figures }), line(true, { state: 'sent' }),
                  line(true, { state: 'arrived', ...figures }), line(true, { state: 'missing', missingSince: at, ...figures })];
                """))
        .containsExactly(
            "Canaryno",
            "Canarynone is sent now",
            "Canarynone has arrived yet",
            "Canarythen: stored after 12 ms, dispatched 0 ms late, delivered after 3 ms",
            "Canarynone has arrived since then");
  }

  @Test
  void the_axis_of_a_chart_of_jobs_has_no_fractions() throws IOException {
    assertThat(
            evaluate(
                """
                const { chart } = await import('/js/chart.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const leastSteps = [];
                globalThis.uPlot = class {
                  constructor({ axes }) {
                    leastSteps.push(String(axes[1].incrs?.[0]));
                  }
                };
                const series = [{ label: 'due', tone: 1 }];
                for (const options of [{}, { unit: Math.round }, { unit: String, least: 0.01 }]) {
                  render(chart('Due', series, [[0], [1]], options), document.querySelector('h1').appendChild(document.createElement('div')));
                }
                await Promise.resolve();
                return leastSteps;
                """))
        .containsExactly("1", "1", "undefined");
  }

  @Test
  void no_label_of_an_axis_is_cut() throws IOException {
    assertThat(
            evaluate(
                """
                const { chart } = await import('/js/chart.js');
                const { duration } = await import('/js/format.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const lefts = new Map();
                const draw = CanvasRenderingContext2D.prototype.fillText;
                CanvasRenderingContext2D.prototype.fillText = function (label, x, y) {
                  if (this.textAlign === 'right') lefts.set(label, this.getTransform().e + x - this.measureText(label).width);
                  return draw.call(this, label, x, y);
                };
                document.body.style.font = '13px sans-serif';
                render(chart('Lateness', [{ label: 'p99', tone: 1, value: duration }], [[0, 60], [1, 4_300]], { unit: duration, least: 0.01 }),
                  document.querySelector('h1').appendChild(document.createElement('div')));
                await new Promise((resolve) => setTimeout(() => requestAnimationFrame(resolve)));
                return [...lefts].map(([label, left]) => `${label}: ${left < 0 ? left : 'whole'}`);
                """))
        .contains("33 min 20 s: whole")
        .allMatch(label -> label.endsWith("whole"));
  }

  @Test
  void the_explanation_of_a_job_that_is_not_due_is_one_line_and_what_keeps_it_back()
      throws IOException {
    assertThat(
            evaluate(
                """
                const { explanation, questionOf } = await import('/js/explanation.js');
                const { setZone } = await import('/js/format.js');
                const { render } = await import('/vendor/lit-html/lit-html.js');
                setZone('UTC');
                Date.now = () => Date.parse('2026-01-01T01:44:00Z');
                const notDue = { code: 'not-due', text: 'the job is due at 2026-01-01T03:42:00Z, in PT1H58M by the clock of the database' };
                const shown = (causes) => {
                  const why = { question: 'not-run', dueAt: '2026-01-01T03:42:00Z', summary: `not dispatched: ${causes[0].text}`, causes };
                  render(explanation({ may: () => true }, why), document.body);
                  return [questionOf(why), document.body.textContent.replace(/^\\s*Parts/, '').replace(/\\s+/g, ' ').trim()];
                };
                return [...shown([notDue]), ...shown([{ code: 'held', text: 'the job is held by me' }, notDue])];
                """))
        .containsExactly(
            "When will it run?",
            "Due 2026-01-01 03:42:00, in 1 h 58 min",
            "When will it run?",
            "Due 2026-01-01 03:42:00, in 1 h 58 min The job is held by me. held");
  }

  @Test
  void the_quarantined_jobs_of_a_queue_are_a_link_to_as_many_rows() throws IOException {
    assertThat(
            evaluate(
                """
                const { render } = await import('/vendor/lit-html/lit-html.js');
                const queue = { name: 'mail', state: 'open', backlog: { messages: 0, consumers: 1, deadLetters: 102 } };
                const answers = { 'worker-queues': { workerQueues: [queue] }, 'worker-queues/mail': queue, dispatch: { pauses: [] },
                  openapi: { components: { schemas: { WorkerQueueSettings: { properties: {} } } } } };
                const get = async (path) => answers[path] ?? Promise.reject(Object.assign(new Error('too slow'), { status: 503, unavailable: true }));
                const links = async (segments) => {
                  const { default: page } = await import('/js/pages/queues.js');
                  const ctx = { segments, query: {}, local: {}, may: () => false, get };
                  render(page.view(ctx, await page.load(ctx)), document.querySelector('h1'));
                  return [...document.querySelectorAll('a[href*=stage]')].map((link) => `${link.textContent.trim()} ${link.getAttribute('href')}`);
                };
                return [...await links(['queues']), ...await links(['queues', 'mail'])];
                """))
        .containsExactly(
            "Quarantined102after their last delivery #/quarantine?stage=execution",
            "102 #/quarantine?queue=mail&stage=execution",
            "Quarantined102after their last delivery #/quarantine?queue=mail&stage=execution");
  }

  @SuppressWarnings("unchecked")
  @Test
  void durations_and_policies_are_written_as_people_do() throws IOException {
    assertThat(
            evaluate(
                """
                const { readableDurations, readableRetry } = await import('/js/format.js');
                return [...['P7D', 'at most P1DT12H and PT90S', 'P or PT'].map(readableDurations),
                  ...['PT1M,PT10M', '5/PT1M', '5/PT1M*2..PT6H~20%', '1000/P1D*1.5'].map(readableRetry)];
                """))
        .containsExactly(
            "7 d",
            "at most 1 d 12 h and 1 min 30 s",
            "P or PT",
            "after 1 min, then 10 min",
            "5 times, 1 min apart",
            "5 times, the first after 1 min, each delay 2 times the last, at most 6 h, up to 20% longer",
            "1,000 times, the first after 1 d, each delay 1.5 times the last");
  }

  private static List<String> evaluate(String script) throws IOException {
    try (StaticSite site = site();
        Window window = chromium.open(site.root(), Appearance.LIGHT)) {
      window.page().navigate(site.root() + "page.html");
      Object result = window.page().evaluate("async () => {%s}".formatted(script));
      assertThat(window.faults().found()).isEmpty();
      return (List<String>) result;
    }
  }

  private static StaticSite site() throws IOException {
    return StaticSite.ofConsole()
        .with(
            "page.html",
            "<!doctype html><html lang=\"en\"><head><title>A page</title><link rel=\"icon\" href=\"img/favicon.svg\"><script src=\"vendor/uplot/uPlot.iife.min.js\"></script></head><body><h1>Parts</h1><div id=\"dialogs\"></div></body></html>");
  }
}
