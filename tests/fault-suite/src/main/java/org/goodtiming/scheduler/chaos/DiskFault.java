package org.goodtiming.scheduler.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The broker's disk becomes full: its data lies on a small file system of its own for a while. */
final class DiskFault {

  private static final Duration LENGTH = Duration.ofSeconds(10);
  private static final int SIZE = 800;

  static final List<Fault> ALL =
      List.of(
          new Fault(
                  "broker-disk-low",
                  "the broker's disk falls below min-disk-free: it accepts no further messages (needs root)",
                  context -> strike(context, 500))
              .lasting(LENGTH.multipliedBy(4)),
          new Fault(
                  "broker-disk-full",
                  "the broker's disk is full to the last byte; then there is space again (needs root)",
                  context -> strike(context, SIZE))
              .lasting(LENGTH.multipliedBy(4)));

  private DiskFault() {}

  private static FaultOutcome strike(FaultContext context, int mebibytes) throws Exception {
    var data = context.brokerData();
    var aside = data.resolveSibling("data-aside");
    context.broker().stop();
    Files.move(data, aside);
    Files.createDirectory(data);
    run("mount", "-t", "tmpfs", "-o", "size=" + SIZE + "m", "tmpfs", data.toString());
    try {
      copy(aside, data);
      context.broker().start();
      context.wait(Duration.ofSeconds(1), Duration.ofSeconds(3));
      return FaultOutcome.of(fill(context, data.resolve("filler"), mebibytes));
    } finally {
      context.broker().stop();
      run("rm", "-rf", aside.toString());
      Files.createDirectory(aside);
      copy(data, aside);
      run("umount", data.toString());
      Files.delete(data);
      Files.move(aside, data);
      context.broker().start();
    }
  }

  // When there is less room than that, dd fails with the disk full, which is wanted.
  private static String fill(FaultContext context, Path file, int mebibytes)
      throws IOException, InterruptedException {
    command("dd", "if=/dev/zero", "of=" + file, "bs=1M", "count=" + mebibytes);
    Wait.pause(LENGTH);
    boolean ran = context.broker().running();
    Files.delete(file);
    if (!ran) {
      context.broker().start();
    }
    Wait.pause(LENGTH);
    return ran ? "the broker held out" : "the broker stopped itself";
  }

  private static void copy(Path from, Path to) throws IOException, InterruptedException {
    run("cp", "-a", from + "/.", to.toString());
  }

  private static void run(String... command) throws IOException, InterruptedException {
    if (command(command) != 0) {
      throw new IOException(String.join(" ", command) + " failed: is this root?");
    }
  }

  private static int command(String... command) throws IOException, InterruptedException {
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      return -1;
    }
    return process.exitValue();
  }
}
