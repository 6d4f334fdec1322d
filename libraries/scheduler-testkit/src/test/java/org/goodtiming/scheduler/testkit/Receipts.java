package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.Once;

/** A handler that has its effect once for each run. */
@ApplicationScoped
public class Receipts {

  private final List<String> calls = new ArrayList<>();

  /** The first call fails. */
  @JobHandler(queue = "receipt")
  @Once(dataSource = "jdbc/books")
  public void print(String text) throws IOException {
    calls.add(text);
    if (calls.size() == 1) {
      throw new IOException("no paper");
    }
  }

  /** The payloads of all calls. */
  List<String> calls() {
    return calls;
  }
}
