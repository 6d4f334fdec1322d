package org.goodtiming.scheduler.dev.demo;

import java.io.IOException;
import java.sql.SQLException;
import java.util.StringJoiner;
import java.util.concurrent.TimeUnit;

/**
 * Watches a run until all its parts are finished, or nothing changes any more.
 *
 * @param whenPlaced shown once the shop has placed all orders
 */
record Watch(
    RunBooks books, ShopClient shop, ProgressLine line, Patience patience, String whenPlaced) {

  private static final int LOOK_EVERY_MS = 500;
  // 3 s in which a check done twice, or a job of a rolled-back order, would still show
  private static final int QUIET_LOOKS = 6;

  /** The last view: settled, or the state at the time limit. */
  View untilQuiet() throws InterruptedException {
    var view = View.NOTHING_YET;
    for (int quiet = 0; quiet < QUIET_LOOKS && !patience.isOverAt(view.progress()); ) {
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MS);
      var now = look(view);
      quiet = now.settled() && now.progress().equals(view.progress()) ? quiet + 1 : 0;
      line.show(now.toString());
      if (now.orders().done() && !view.orders().done()) {
        line.note(whenPlaced);
      }
      view = now;
    }
    line.end();
    return view;
  }

  // Nodes, broker and database may be away for a while; a demo may show their return.
  private View look(View before) throws InterruptedException {
    var trouble = new StringJoiner("; ");
    var orders = orders(before.orders(), trouble);
    try {
      return new View(orders, books.progress(), books.unsettled(), trouble.toString());
    } catch (SQLException e) {
      trouble.add("the database is away: " + e.getMessage());
      return new View(orders, before.progress(), before.left(), trouble.toString());
    }
  }

  private ShopOrders orders(ShopOrders before, StringJoiner trouble) throws InterruptedException {
    if (before.done()) {
      return before;
    }
    try {
      return shop.progress(books.run(), before);
    } catch (IOException e) {
      trouble.add(String.valueOf(e.getMessage()));
      return before;
    }
  }
}
