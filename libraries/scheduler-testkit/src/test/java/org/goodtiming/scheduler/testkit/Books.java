package org.goodtiming.scheduler.testkit;

import jakarta.enterprise.context.ApplicationScoped;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.RunContext;

/** A handler of long runs, which reads a book page by page. */
@ApplicationScoped
public class Books {

  private final List<String> read = new ArrayList<>();
  private final Consumer<RunContext> interruption;

  /** Books without interruptions. */
  public Books() {
    this(run -> {});
  }

  /**
   * @param interruption of each run, after its first page
   */
  Books(Consumer<RunContext> interruption) {
    this.interruption = interruption;
  }

  /** Reads pages 1 and 2, each in an attempt of its own. */
  @JobHandler(queue = "book", maxAttempts = 2)
  public String read(RunContext run) throws IOException {
    String page = run.checkpoint() == null ? "1" : "2";
    read.add(page);
    run.log("page " + page);
    interruption.accept(run);
    if (run.cancelled()) {
      throw new CancellationException("closed the book");
    }
    if (page.equals("1")) {
      run.checkpoint(page);
      throw new IOException("tired");
    }
    return "the end";
  }

  /** The pages that were read. */
  List<String> read() {
    return read;
  }
}
