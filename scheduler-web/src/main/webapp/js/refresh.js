/** Repeats the load of a page: not in a hidden tab, later after failures, at the rate that the user chose. */

const SLOWEST_MILLIS = 30_000;

export class Refresh {
  /** @param load reads the data of the page */
  constructor(load) {
    this.load = load;
    this.period = 0;
    this.failures = 0;
    this.paused = false;
    document.addEventListener('visibilitychange', () => !document.hidden && this.period > 0 && !this.paused && this.now());
  }

  /** Begins with the given period in milliseconds; 0 loads once. */
  every(period) {
    this.period = period;
    this.failures = 0;
    this.updatedAt = undefined;
  }

  async now() {
    clearTimeout(this.timer);
    const run = (this.run = {});
    await this.load();
    if (run === this.run) this.schedule();
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.period === 0 || this.paused) return;
    this.timer = setTimeout(() => (document.hidden ? this.schedule() : this.now()), this.delay());
  }

  delay() {
    const backoff = Math.min(this.period * 2 ** this.failures, Math.max(SLOWEST_MILLIS, this.period));
    return Math.max(backoff, this.retryAfterMillis || 0);
  }

  succeeded() {
    Object.assign(this, { failures: 0, updatedAt: Date.now(), retryAfterMillis: 0 });
  }

  failed(failure) {
    this.failures += 1;
    this.retryAfterMillis = (failure.retryAfter || 0) * 1_000;
  }

  pause(paused) {
    this.paused = paused;
    if (!paused) this.now();
    else clearTimeout(this.timer);
  }

  stop() {
    this.run = undefined;
    clearTimeout(this.timer);
  }
}
