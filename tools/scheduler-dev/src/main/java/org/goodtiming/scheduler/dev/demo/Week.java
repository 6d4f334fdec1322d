package org.goodtiming.scheduler.dev.demo;

import java.io.IOException;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

/**
 * A week of the shop, with time compressed: a day lasts ten seconds, and there is a report each
 * night but the last of six.
 */
record Week(RunBooks books, ShopClient shop, ProgressLine line) {

  static final String RECURRENCE = "cron:0/10 * * * * ? except=cron:50 * * * * ?";

  private static final int REPORTS = 5;
  private static final int LOOK_EVERY_MS = 500;

  /** Registers the schedule of the reports, under the name of the run. */
  void begin() throws IOException, InterruptedException {
    shop.schedule(books.run(), RECURRENCE);
  }

  /** Ends the schedule once the week is over, or when nothing moves. */
  Nights end(Patience patience) throws IOException, SQLException, InterruptedException {
    var nights = new Nights(REPORTS, books.reports());
    while (nights.reports().size() < REPORTS && !patience.isOverAt(nights)) {
      line.show("reports %d of %d".formatted(nights.reports().size(), REPORTS));
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
      nights = new Nights(REPORTS, books.reports());
    }
    line.end();
    shop.endSchedule(books.run());
    return nights;
  }
}
