package org.goodtiming.scheduler.web.schedule;

import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.spi.JsonProvider;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import org.goodtiming.scheduler.contract.Refusal;
import org.goodtiming.scheduler.recurrence.DueTime;
import org.goodtiming.scheduler.recurrence.Occurrence;
import org.goodtiming.scheduler.recurrence.Omission;
import org.goodtiming.scheduler.recurrence.Recurrence;
import org.goodtiming.scheduler.recurrence.calendar.NamedCalendars;
import org.goodtiming.scheduler.recurrence.syntax.RecurrenceSyntaxException;
import org.goodtiming.scheduler.web.http.Problem;
import org.goodtiming.scheduler.web.http.ProblemException;

/** The due times of a recurrence as JSON. */
final class PreviewJson {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final int MAX_RUNS = 100;

  private PreviewJson() {}

  static Recurrence parse(String recurrence, NamedCalendars calendars) {
    try {
      return Recurrence.parse(recurrence, calendars);
    } catch (RecurrenceSyntaxException e) {
      throw new ProblemException(
          Problem.answer(
                  422,
                  Refusal.RECURRENCE_UNREADABLE.code(),
                  "the recurrence cannot be read: " + e.getMessage())
              .build());
    }
  }

  static int runs(String runs) {
    int number = runs.matches("[0-9]{1,3}") ? Integer.parseInt(runs) : 0;
    if (number < 1 || number > MAX_RUNS) {
      throw Problem.BAD_PARAMETER.with("runs", runs, "a number from 1 to " + MAX_RUNS);
    }
    return number;
  }

  static String of(Recurrence recurrence, Instant after, int runs) {
    JsonArrayBuilder occurrences = JSON.createArrayBuilder();
    recurrence.explain(after, runs).forEach(each -> occurrences.add(json(each, recurrence.zone())));
    return JSON.createObjectBuilder()
        .add("recurrence", recurrence.toString())
        .add("meaning", recurrence.describe())
        .add("zone", recurrence.zone().getId())
        .add("occurrences", occurrences)
        .build()
        .toString();
  }

  private static JsonObjectBuilder json(Occurrence occurrence, ZoneId zone) {
    JsonObjectBuilder json = JSON.createObjectBuilder();
    if (occurrence instanceof Omission omission) {
      return json.add("omittedAt", omission.at().toString())
          .add("localAt", local(omission.at(), zone))
          .add("reason", omission.reason());
    }
    DueTime due = (DueTime) occurrence;
    json.add("dueAt", due.at().toString()).add("localAt", local(due.at(), zone));
    return due.shift() == null ? json : json.add("reason", due.shift());
  }

  /** With the offset, which tells apart the two times of a clock that is set back. */
  private static String local(Instant at, ZoneId zone) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(at.atZone(zone));
  }
}
