/** Numbers beside the names of pages: those of the overview, whose work does not grow with the number of jobs. */

import { get } from './api.js';
import { cappedNumber, number, shortNumber } from './format.js';

const LEAST_MILLIS = 30_000;

const counted = { at: 0, pages: {} };

/** Takes them of an overview that a page has read. */
export function note({ ledger = {}, workerQueues = [], nodes = [], quarantined = 0, inDoubt = 0 }) {
  const closed = workerQueues.filter(({ state }) => state !== 'open').length;
  const down = nodes.filter(({ live, goneSince }) => !live && !goneSince).length;
  Object.assign(counted, { at: Date.now(), pages: {
    jobs: ledger.waiting > 0 && [shortNumber(ledger.waiting), 'waiting'],
    queues: closed > 0 && [number(closed), 'not open', 'warn'],
    quarantine: quarantined > 0 && [cappedNumber(quarantined), 'to mend', 'warn'],
    'in-doubt': inDoubt > 0 && [number(inDoubt), 'now'],
    cluster: down > 0 && [number(down), down === 1 ? 'node down' : 'nodes down', 'bad'],
  } });
}

/** Reads them again if they are old. Without an answer there are none. */
export async function countAgain(update) {
  if (Date.now() - counted.at < LEAST_MILLIS) return;
  counted.at = Date.now();
  try {
    note(await get('overview'));
  } catch {
    counted.pages = {};
  }
  update();
}

/** `[number, what it counts, tone]`, or nothing. */
export const countOf = (path) => counted.pages[path] || undefined;
