/** Charts, each with its figures as a table. */

import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { AsyncDirective } from '../vendor/lit-html/async-directive.js';
import { directive } from '../vendor/lit-html/directive.js';
import { absolute, number, zone } from './format.js';

const HEIGHT = 180;
const LEAST_AXIS = 56;
const LABEL_WIDTH = 66;
const LABEL_STEP = 12;
const TIMES = [
  [86_400, '{MM}-{DD}', '\n{YYYY}', null, null, null, null, null, 1],
  [60, '{HH}:{mm}', '\n{YYYY}-{MM}-{DD}', null, '\n{MM}-{DD}', null, null, null, 1],
  [1, ':{ss}', '\n{YYYY}-{MM}-{DD} {HH}:{mm}', null, '\n{MM}-{DD} {HH}:{mm}', null, '\n{HH}:{mm}', null, 1],
];

const usual = (seconds) => absolute(seconds * 1000);

const COUNTS = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000].flatMap((step) => [step, 2 * step, 5 * step]);

class Plot extends AsyncDirective {
  update(part, [series, data, options]) {
    this.element = part.element;
    queueMicrotask(() => this.draw(series, data, options));
  }

  draw(series, data, options) {
    if (!this.element?.isConnected) return;
    this.shown = options;
    if (this.plot && this.theme === this.color('--chart-grid')) {
      this.plot.setData(data);
      return;
    }
    this.disconnected();
    this.theme = this.color('--chart-grid');
    this.plot = new globalThis.uPlot(this.options(series, options), data, this.element);
    this.observer = new ResizeObserver(() => this.plot?.setSize({ width: this.element.clientWidth, height: options.height || HEIGHT }));
    this.observer.observe(this.element);
  }

  options(series, { height = HEIGHT, unit, least = 1 }) {
    const color = (name) => () => this.color(name);
    const direct = !series.some(({ bars }) => bars);
    const axis = { stroke: color('--chart-text'), grid: { stroke: color('--chart-grid'), width: 1 }, ticks: { show: false } };
    return {
      width: this.element.clientWidth || 400,
      height,
      legend: { show: true, live: true },
      padding: direct ? [null, LABEL_WIDTH, null, null] : undefined,
      cursor: { drag: { x: false, y: false }, points: { size: 5 } },
      hooks: { draw: [(drawn) => (direct ? labelLines(drawn, series, color) : this.hatch(drawn))], ready: [({ over }) => over.addEventListener('click', () => this.click())] },
      tzDate: (seconds) => (zone() === 'UTC' ? globalThis.uPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC') : new Date(seconds * 1000)),
      scales: { x: { range: series.some(({ bars }) => bars) ? withWholeBars : undefined }, y: { range: (plot, min, max) => [0, Math.max(max * 1.1, least)] } },
      axes: [{ ...axis, values: TIMES }, { ...axis, size: wideEnough, ...(least < 1 ? {} : { incrs: COUNTS }), values: (plot, values) => values.map(unit ?? number) }],
      series: [{ value: (plot, seconds) => (seconds ? (this.shown.moment ?? usual)(seconds) : '–') }, ...series.map(({ label, tone, bars, value, width = 1.5 }) => ({
        label,
        stroke: color(`--series-${tone}`),
        fill: bars ? color(`--series-${tone}`) : undefined,
        width: bars ? 0 : width,
        paths: bars ? globalThis.uPlot.paths.bars({ size: [0.7, 40], gap: 1 }) : undefined,
        points: bars ? { show: false } : { show: true, size: 5, filter: (plot, index) => alone(plot.data[index]) },
        value: (plot, each) => shown(each, value ?? number),
      }))],
    };
  }

  click() {
    const { idx } = this.plot.cursor;
    if (idx >= 0) this.shown.click?.(idx);
  }

  hatch({ ctx, bbox: { left, top, width, height }, data: [times], valToPos }) {
    const first = times.find((seconds) => isIncomplete(seconds, times, this.shown));
    if (first === undefined) return;
    const from = Math.max(left, valToPos(first - barSeconds(times) / 2, 'x', true));
    ctx.save();
    ctx.beginPath();
    ctx.rect(from, top, left + width - from, height);
    ctx.clip();
    ctx.beginPath();
    for (let x = from - height; x < left + width; x += 9 * devicePixelRatio) {
      ctx.moveTo(x, top + height);
      ctx.lineTo(x + height, top);
    }
    ctx.strokeStyle = this.color('--chart-text');
    ctx.globalAlpha = 0.5;
    ctx.stroke();
    ctx.restore();
  }

  /** A canvas does not know light-dark(), so the element resolves it. */
  color(name) {
    this.element.style.color = `var(${name})`;
    const resolved = getComputedStyle(this.element).color;
    this.element.style.color = '';
    return resolved;
  }

  disconnected() {
    this.observer?.disconnect();
    this.plot?.destroy();
    this.plot = undefined;
  }
}

const plot = directive(Plot);

function labelLines({ ctx, bbox, data, valToPos }, series, color) {
  const ratio = devicePixelRatio;
  const last = (values) => values.findLast((value) => value !== undefined && value !== null);
  const labels = series.flatMap(({ label, tone }, index) => {
    const value = last(data[index + 1]);
    return value === undefined ? [] : [{ label, tone, y: valToPos(value, 'y', true) }];
  }).sort((one, other) => one.y - other.y);
  const step = LABEL_STEP * ratio;
  const bottom = bbox.top + bbox.height;
  labels.forEach((label, index) => { label.y = Math.max(label.y, index > 0 ? labels[index - 1].y + step : bbox.top); });
  labels.reverse().forEach((label, index) => { label.y = Math.min(label.y, index > 0 ? labels[index - 1].y - step : bottom); });
  ctx.save();
  ctx.font = `${11 * ratio}px sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'middle';
  for (const { label, tone, y } of labels) {
    ctx.fillStyle = color(`--series-${tone}`)();
    ctx.fillText(label, bbox.left + bbox.width + 5 * ratio, y);
  }
  ctx.restore();
}

/** As wide as the longest label, which is not known before the first round of the layout. */
function wideEnough({ axes, ctx }, labels, index, round) {
  const axis = axes[index];
  if (round > 1 || !labels) return axis?._size ?? LEAST_AXIS;
  [ctx.font] = axis.font;
  const longest = Math.max(...labels.map((label) => ctx.measureText(label ?? '').width));
  return Math.max(LEAST_AXIS, Math.ceil(longest / devicePixelRatio) + axis.gap);
}

function alone(values) {
  const missing = (value) => value === undefined || value === null;
  return values.flatMap((value, index) => (!missing(value) && missing(values[index - 1]) && missing(values[index + 1]) ? [index] : []));
}

function withWholeBars({ data: [times] }, from, to) {
  const half = barSeconds(times) / 2;
  return [from - half, to + half];
}

const isIncomplete = (seconds, times, { completeUntil }) => seconds + barSeconds(times) > Date.parse(completeUntil) / 1000;

const barSeconds = (times) => (times.length > 1 ? times[1] - times[0] : 60);

/**
 * A chart over time. `data` is `[seconds, values, ...]`; series are `{ label, tone: 1-5, bars, value, width }`.
 * `least` is the smallest range of the values. Bars that end after `completeUntil` are too small;
 * `moment(seconds)` writes a time, and `click(index)` is called for a point.
 */
export function chart(title, series, data, options = {}) {
  return html`<figure class="chart"><div aria-hidden="true" class="plot ${series.some(({ bars }) => bars) ? '' : 'direct'} ${options.click ? 'opens' : ''}" ${plot(series, data, options)}></div>
    <details><summary>${title} as a table</summary>${asTable(title, series, data, options)}</details></figure>`;
}

const shown = (value, unit) => (value === undefined || value === null ? '–' : unit(value));

function asTable(title, series, data, { unit = (value) => value, completeUntil, moment = usual, click }) {
  if (!data[0]?.length) return html`<p class="hint">No data.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${title}><table><thead><tr><th scope="col">Time</th>${series.map(({ label }) => html`<th scope="col" class="number">${label}</th>`)}</tr></thead>
    <tbody>${data[0].map((seconds, row) => html`<tr><td>${click ? html`<button type="button" class="quiet" @click=${() => click(row)}>${moment(seconds)}</button>` : moment(seconds)}</td>${series.map((each, column) => html`<td class="number">${each.bars && isIncomplete(seconds, data[0], { completeUntil }) ? '≥ ' : nothing}${shown(data[column + 1][row], unit)}</td>`)}</tr>`)}</tbody></table></div>`;
}
