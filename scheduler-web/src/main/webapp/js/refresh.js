/** Repeats the load of a page: rarely or not in a hidden tab, later after failures, and not while the user has paused it. */

const SLOWEST_MILLIS = 30_000;

export class Refresh {
  /** @param load reads the data of the page */
  constructor(load) {
    this.load = load;
    this.period = 0;
    this.failures = 0;
    this.paused = false;
    document.addEventListener('visibilitychange', () => this.run && this.period > 0 && !this.paused && (document.hidden ? this.schedule() : this.now()));
  }

  /** Begins with the given period in milliseconds, and that of a hidden tab; 0 loads once. */
  every(period, hiddenPeriod = 0) {
    this.period = period;
    this.hiddenPeriod = hiddenPeriod;
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
    const period = document.hidden ? this.hiddenPeriod : this.period;
    if (period > 0 && !this.paused) this.timer = setTimeout(() => this.now(), this.delay(period));
  }

  delay(period) {
    const backoff = Math.min(period * 2 ** this.failures, Math.max(SLOWEST_MILLIS, period));
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
