package org.goodtiming.scheduler.load;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.load.Forecast.Change;
import org.goodtiming.scheduler.load.Forecast.Runs;

/** Groups the runs of each schedule by hours of the wall clock; an hour that comes twice is two. */
final class RunsByHour {

  static final int MAX_RUNS = 500;

  private final ForecastRange range;
  private final ZoneRules rules;
  private final Map<Hour, Runs> runs = new HashMap<>();

  RunsByHour(ForecastRange range, ZoneRules rules) {
    this.range = range;
    this.rules = rules;
  }

  private record Hour(JobKey key, LocalDateTime begin, ZoneOffset offset) {}

  /** Adds runs of one hour; the earlier ones come first. */
  void add(JobKey key, Instant at, long number) {
    runs.merge(
        hour(key, at),
        new Runs(key, at, number, null),
        (before, added) ->
            new Runs(
                key,
                before.number() == 0 ? at : before.at(),
                before.number() + number,
                before.change()));
  }

  /** Tells what a clock change does in the hour, if that is in the range. */
  void mark(JobKey key, Instant at, Change change) {
    if (!at.isBefore(range.from()) && at.isBefore(range.to())) {
      runs.merge(
          hour(key, at),
          new Runs(key, at, 0, change),
          (before, marked) ->
              new Runs(
                  key,
                  before.at(),
                  before.number(),
                  before.change() == null ? change : before.change()));
    }
  }

  private Hour hour(JobKey key, Instant at) {
    ZoneOffset offset = rules.getOffset(at);
    return new Hour(key, LocalDateTime.ofInstant(at, offset).truncatedTo(ChronoUnit.HOURS), offset);
  }

  /** The end of the hour or of the range. */
  Instant endOfHour(Instant at) {
    ZoneOffset offset = rules.getOffset(at);
    Instant end =
        LocalDateTime.ofInstant(at, offset)
            .truncatedTo(ChronoUnit.HOURS)
            .plusHours(1)
            .toInstant(offset);
    ZoneOffsetTransition change = rules.nextTransition(at);
    Instant last = change != null && change.getInstant().isBefore(end) ? change.getInstant() : end;
    return last.isBefore(range.to()) ? last : range.to();
  }

  /** The first ones by time, and those that a clock change concerns. */
  List<Runs> runs() {
    List<Runs> sorted =
        runs.values().stream()
            .sorted(
                Comparator.comparing(Runs::at)
                    .thenComparing(each -> each.key().queue())
                    .thenComparing(each -> each.key().jobId()))
            .toList();
    return IntStream.range(0, sorted.size())
        .filter(i -> i < MAX_RUNS || sorted.get(i).change() != null)
        .limit(2L * MAX_RUNS)
        .mapToObj(sorted::get)
        .toList();
  }
}
