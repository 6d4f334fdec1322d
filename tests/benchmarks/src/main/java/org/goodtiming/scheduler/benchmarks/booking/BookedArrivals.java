package org.goodtiming.scheduler.benchmarks.booking;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/** Reads what {@link BookingHandler}s have booked in a file. */
public record BookedArrivals(Path file) {

  /** Forgets all. */
  public void clear() throws IOException {
    Files.write(file, new byte[0]);
  }

  /** How many there are, those of one job counted each. */
  public int count() throws IOException {
    return (int) (Files.size(file) / BookingHandler.LINE_BYTES);
  }

  /** The id of the process that has booked most of them. */
  public long busiest() throws IOException {
    return Files.readAllLines(file).stream()
        .map(line -> line.substring(line.lastIndexOf(' ') + 1))
        .collect(Collectors.groupingBy(Long::parseLong, Collectors.counting()))
        .entrySet()
        .stream()
        .max(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .orElseThrow(() -> new IOException("BENCH-0007 no arrival is recorded in " + file));
  }

  /** The tally of the arrivals. */
  public Tally tally() throws IOException {
    return Tally.of(Files.readAllLines(file));
  }
}
