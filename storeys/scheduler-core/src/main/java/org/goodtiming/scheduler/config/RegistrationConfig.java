package org.goodtiming.scheduler.config;

/**
 * Registration.
 *
 * @param sessions maximum number of JMS sessions that consume registrations at the same time
 * @param batchSize maximum number of messages stored in one XA transaction
 * @param maxBodyBytes larger payloads, text counted in UTF-8, are quarantined
 * @param maxPropertyBytes names and values of all user properties together, beyond which a message
 *     is quarantined; the broker keeps them in memory and in one journal page, whatever happens to
 *     the body
 * @param bulk messages with many jobs
 * @param redaction properties whose values people do not see, and must not register as seen
 */
public record RegistrationConfig(
    int sessions,
    int batchSize,
    int maxBodyBytes,
    int maxPropertyBytes,
    Bulk bulk,
    Redaction redaction) {

  /** A configuration without redaction. */
  public RegistrationConfig(
      int sessions, int batchSize, int maxBodyBytes, int maxPropertyBytes, Bulk bulk) {
    this(sessions, batchSize, maxBodyBytes, maxPropertyBytes, bulk, Redaction.NONE);
  }

  /**
   * Messages with many jobs.
   *
   * @param maxLines messages with more lines are quarantined
   * @param maxBytes larger ones, counted in UTF-8, are quarantined
   */
  public record Bulk(int maxLines, int maxBytes) {

    private static Bulk from(Settings settings) {
      return new Bulk(
          settings.number(
              "scheduler.registration.bulk.max-lines",
              10_000,
              1_000,
              100_000,
              "SCHED-0434 %s is %s but must lie between %s, which the wire contract promises, and %s"),
          settings.bytes(
              "scheduler.registration.bulk.max-bytes",
              4 * Settings.MEBIBYTE,
              Settings.MEBIBYTE,
              100 * Settings.MEBIBYTE,
              "SCHED-0435 %s is %s but must lie between %s, which the wire contract promises, and %s"));
    }
  }

  /** The limit of a body, whether it has one job or many. */
  public int largestBody() {
    return Math.max(maxBodyBytes, bulk.maxBytes);
  }

  public static RegistrationConfig from(Settings settings) {
    return new RegistrationConfig(
        settings.number(
            "scheduler.registration.sessions",
            4,
            1,
            200,
            "SCHED-0433 %s is %s but must lie between %s and %s"),
        settings.number(
            "scheduler.registration.batch-size",
            1000,
            1,
            10_000,
            "SCHED-0430 %s is %s but must lie between %s and %s"),
        settings.bytes(
            "scheduler.registration.max-body-bytes",
            256 * 1024,
            1,
            100 * Settings.MEBIBYTE,
            "SCHED-0431 %s is %s but must lie between %s and %s"),
        settings.bytes(
            "scheduler.registration.max-property-bytes",
            32 * 1024,
            1,
            Settings.MEBIBYTE,
            "SCHED-0432 %s is %s but must lie between %s and %s"),
        Bulk.from(settings),
        Redaction.from(settings));
  }
}
