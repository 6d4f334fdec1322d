package org.goodtiming.scheduler.config;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The leases.
 *
 * @param partitions those that this node may lead, each by its own lease
 * @param failover how long after the holder's last run another node may take over
 */
public record LeaseConfig(List<String> partitions, Duration failover) {

  /** Each holds a connection of the pool for leases while it is led. */
  static final int MAX_PARTITIONS = 8;

  private static final Pattern PARTITION = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,99}");

  public static LeaseConfig from(Settings settings, TimerConfig timer) {
    LeaseConfig lease =
        new LeaseConfig(
            partitions(settings),
            settings.duration("scheduler.lease.failover", Duration.ofSeconds(5)));
    Duration least = timer.interval().multipliedBy(3);
    settings.require(
        lease.failover.compareTo(least) >= 0,
        "SCHED-0412 scheduler.lease.failover is %s but must be at least 3 x scheduler.timer.interval"
            + " (%s): raise it to %s or more",
        lease.failover,
        timer.interval(),
        least);
    return lease;
  }

  /** Whether it is the name of a partition, also by the checks of the tables. */
  public static boolean isPartition(String name) {
    return PARTITION.matcher(name).matches();
  }

  private static List<String> partitions(Settings settings) {
    String formerly = settings.text("scheduler.lease.partition", "");
    settings.require(
        formerly.isEmpty(),
        "SCHED-0436 scheduler.lease.partition is '%s' but the setting has a new name: set"
            + " scheduler.lease.partitions instead",
        formerly);
    String text = settings.text("scheduler.lease.partitions", "default");
    List<String> partitions = Stream.of(text.split(",", -1)).map(String::strip).toList();
    for (String partition : partitions) {
      settings.require(
          isPartition(partition),
          "SCHED-0437 scheduler.lease.partitions is '%s' but must be a comma-separated list of names"
              + " such as default or a,b: '%s' is not a name (letters, digits, '.', '_' and '-', at most"
              + " 100, the first one a letter or digit)",
          text,
          partition);
    }
    settings.require(
        new HashSet<>(partitions).size() == partitions.size(),
        "SCHED-0438 scheduler.lease.partitions is '%s' but must name each partition once",
        text);
    settings.require(
        partitions.size() <= MAX_PARTITIONS,
        "SCHED-0439 scheduler.lease.partitions names %d partitions but one node may lead at most %d:"
            + " spread them over more nodes",
        partitions.size(),
        MAX_PARTITIONS);
    return partitions;
  }
}
