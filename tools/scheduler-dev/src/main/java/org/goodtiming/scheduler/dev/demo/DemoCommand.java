package org.goodtiming.scheduler.dev.demo;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.file.Files;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.goodtiming.scheduler.dev.CrashWatch;
import org.goodtiming.scheduler.dev.DatabaseUser;
import org.goodtiming.scheduler.dev.DevStack;
import org.goodtiming.scheduler.dev.StackArguments;
import org.goodtiming.scheduler.dev.WholeNumber;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./scheduler demo}: starts the stack, places orders, and shows the result of each. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    header = "Runs the sample web shop and shows whether each order was checked.",
    description = {
      "Each order registers a check that is due later. The exit status is 0 only if no check was",
      "lost, ran twice or ran early."
    })
public final class DemoCommand implements Callable<Integer> {

  @Option(
      names = "--orders",
      defaultValue = "2000",
      converter = WholeNumber.class,
      description = "orders to place (${DEFAULT-VALUE})")
  private int orders;

  @Option(
      names = "--delay",
      defaultValue = "PT10S",
      description = "time from an order to its check (${DEFAULT-VALUE})")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--spread",
      defaultValue = "PT0S",
      description =
          "time over which the checks are due, so that there is something to watch (${DEFAULT-VALUE})")
  private Duration spread = Duration.ZERO;

  @Option(
      names = "--parallel",
      defaultValue = "8",
      converter = WholeNumber.class,
      description = "orders to place at the same time (${DEFAULT-VALUE})")
  private int parallel;

  @Option(
      names = "--patience",
      defaultValue = "PT2M",
      description = "give up if nothing changes for this time, after the delay (${DEFAULT-VALUE})")
  private Duration patience = Duration.ZERO;

  @Option(
      names = "--schedules",
      description =
          "also run a nightly report, with days of ten seconds, and no report before a Saturday")
  private boolean schedules;

  @Option(
      names = "--keep",
      description = "import 500 articles afterwards, and keep the stack running, until interrupted")
  private boolean keep;

  @Mixin private StackArguments arguments = new StackArguments();

  private final PrintStream out = System.out;

  @Override
  public Integer call() throws SQLException, InterruptedException {
    var options = arguments.options().withProgress(out::println);
    for (var archive : options.archives()) {
      if (!Files.exists(archive)) {
        System.err.println(archive + " is missing: build it with  mvn package");
        return ExitCode.USAGE;
      }
    }
    try (var stack = DevStack.start(options)) {
      CrashWatch.start(stack, out);
      out.println(Hints.console(stack));
      var status = run(stack);
      if (keep) {
        importArticles(stack);
        out.println(Hints.of(stack));
        new CountDownLatch(1).await();
      }
      return status;
    } catch (IOException e) {
      System.err.println(e.getMessage());
      return ExitCode.SOFTWARE;
    }
  }

  private int run(DevStack stack) throws IOException, SQLException, InterruptedException {
    var books = RunBooks.open(stack.database().dataSource(DatabaseUser.SUPERUSER));
    var shop = shop(stack);
    var bulk = new BulkOrder(books.nextOrder(), orders, parallel, delay, spread);
    out.printf("Run %s: orders %d to %d, ", books.run(), bulk.first(), bulk.last());
    out.printf("each to be checked after %s%n", span(delay, spread));
    var line = new ProgressLine(out, System.console() != null);
    var week = new Week(books, shop, line);
    if (schedules) {
      out.println("A report each night except one per week: " + Week.RECURRENCE);
      week.begin();
    }
    shop.place(books.run(), bulk);
    var limit = delay.plus(spread).plus(patience);
    var calm = new Patience(limit, InstantSource.system());
    var last = new Watch(books, shop, line, calm, Hints.whenPlaced(stack)).untilQuiet();
    var nights = schedules ? week.end(new Patience(patience, InstantSource.system())) : Nights.NONE;
    nights.reports().forEach(out::println);
    return conclude(Report.of(books, last.orders().failed()), nights, last, limit);
  }

  /** For page "Job batches" of the console. */
  private void importArticles(DevStack stack) throws InterruptedException {
    try {
      shop(stack).importArticles("import-" + Instant.now().getEpochSecond());
    } catch (IOException e) {
      out.println("No articles are imported: " + e.getMessage());
    }
  }

  private static ShopClient shop(DevStack stack) {
    return new ShopClient(URI.create(stack.node(1).url()));
  }

  private static String span(Duration delay, Duration spread) {
    return spread.isZero() ? delay.toString() : delay + " to " + delay.plus(spread);
  }

  private int conclude(Report report, Nights nights, View last, Duration limit) {
    out.println(report.table());
    var broken =
        Stream.concat(report.brokenPromises().stream(), nights.brokenPromises().stream()).toList();
    broken.forEach(promise -> out.println("BROKEN: " + promise));
    if (!last.settled()) {
      out.printf("STALLED: nothing has changed for %s; %s.%n", limit, last.unfinished());
      return ExitCode.SOFTWARE;
    }
    if (!broken.isEmpty()) {
      return ExitCode.SOFTWARE;
    }
    out.println("All checks succeeded.");
    return ExitCode.OK;
  }
}
