package org.goodtiming.scheduler.dev.demo;

import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;

/** What there is to look at while the stack stays up. */
record Hints(String reader, int databasePort, String passwords, String shop) {

  static Hints of(DevStack stack) {
    return new Hints(
        DatabaseUser.READER.role(),
        stack.database().port(),
        stack.passwordFile().toString(),
        stack.node(1).url());
  }

  /** Where to watch the run in a browser. */
  static String console(DevStack stack) {
    return "Watch the run in the console: %s, user %s, password rest.admin in %s"
        .formatted(stack.node(1).consoleUrl(), stack.node(1).restUser(), stack.passwordFile());
  }

  @Override
  public String toString() {
    return """

        The stack stays up until you interrupt it (Ctrl-C). Look at the lease, password in %s:
          psql -h 127.0.0.1 -p %d -U %s scheduler -c 'SELECT * FROM scheduler.lease_status'
        Place more orders:
          curl -d orders=100 -d delay=PT5S %s/web-shop-sample/api/orders"""
        .formatted(passwords, databasePort, reader, shop);
  }
}
