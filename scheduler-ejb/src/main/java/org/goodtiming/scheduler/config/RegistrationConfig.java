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

  /** People see all values. */
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
      Bulk bulk =
          new Bulk(
              settings.number("scheduler.registration.bulk.max-lines", 10_000),
              settings.number("scheduler.registration.bulk.max-bytes", 4 * 1024 * 1024));
      settings.require(
          bulk.maxLines >= 1_000 && bulk.maxLines <= 100_000,
          "SCHED-0434 scheduler.registration.bulk.max-lines is %d but must lie between 1000, which the"
              + " wire contract promises, and 100000",
          bulk.maxLines);
      settings.require(
          bulk.maxBytes >= 1024 * 1024 && bulk.maxBytes <= 100 * 1024 * 1024,
          "SCHED-0435 scheduler.registration.bulk.max-bytes is %d but must lie between 1048576 (1 MiB),"
              + " which the wire contract promises, and 104857600 (100 MiB)",
          bulk.maxBytes);
      return bulk;
    }
  }

  /** The limit of a body, whether it has one job or many. */
  public int largestBody() {
    return Math.max(maxBodyBytes, bulk.maxBytes);
  }

  static RegistrationConfig from(Settings settings) {
    RegistrationConfig registration =
        new RegistrationConfig(
            settings.number("scheduler.registration.sessions", 4),
            settings.number("scheduler.registration.batch-size", 1000),
            settings.number("scheduler.registration.max-body-bytes", 256 * 1024),
            settings.number("scheduler.registration.max-property-bytes", 32 * 1024),
            Bulk.from(settings),
            Redaction.from(settings));
    settings.require(
        registration.sessions >= 1 && registration.sessions <= 200,
        "SCHED-0433 scheduler.registration.sessions is %d but must lie between 1 and 200",
        registration.sessions);
    settings.require(
        registration.batchSize >= 1 && registration.batchSize <= 10_000,
        "SCHED-0430 scheduler.registration.batch-size is %d but must lie between 1 and 10000",
        registration.batchSize);
    settings.require(
        registration.maxBodyBytes >= 1 && registration.maxBodyBytes <= 100 * 1024 * 1024,
        "SCHED-0431 scheduler.registration.max-body-bytes is %d but must lie between 1 and 104857600"
            + " (100 MiB)",
        registration.maxBodyBytes);
    settings.require(
        registration.maxPropertyBytes >= 1 && registration.maxPropertyBytes <= 1024 * 1024,
        "SCHED-0432 scheduler.registration.max-property-bytes is %d but must lie between 1 and 1048576"
            + " (1 MiB)",
        registration.maxPropertyBytes);
    return registration;
  }
}
