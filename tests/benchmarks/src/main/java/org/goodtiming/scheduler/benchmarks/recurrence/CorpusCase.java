package org.goodtiming.scheduler.benchmarks.recurrence;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * A line of {@code corpus.tsv}, which explains itself.
 *
 * @param after the time after which to search; of a rule the DTSTART
 * @param expected up to three times, with {@code end} if there are fewer; or {@code refused}
 * @param suite the project from whose tests the case is
 */
record CorpusCase(
    Dialect dialect,
    String text,
    ZoneId zone,
    LocalDateTime after,
    String expected,
    String suite,
    String note) {
  static final String REFUSED = "refused";
  private static final int MAX_TIMES = 3;
  private static final String END = "end";
  private static final int COLUMNS = 8;

  static List<CorpusCase> all() {
    InputStream corpus =
        Objects.requireNonNull(CorpusCase.class.getResourceAsStream("corpus.tsv"), "corpus.tsv");
    try (BufferedReader lines = new BufferedReader(new InputStreamReader(corpus, UTF_8))) {
      return lines.lines().filter(line -> !line.startsWith("#")).map(CorpusCase::parse).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static CorpusCase parse(String line) {
    String[] columns = line.split("\t", COLUMNS);
    return new CorpusCase(
        Dialect.valueOf(columns[0].toUpperCase(Locale.ROOT)),
        columns[1],
        ZoneId.of(columns[2]),
        LocalDateTime.parse(columns[3]),
        columns[4],
        columns[5],
        columns[7]);
  }

  Instant instant() {
    return after.atZone(zone).toInstant();
  }

  /** Libraries document several meanings. */
  boolean hasSeveralMeanings() {
    return note.startsWith("policy:");
  }

  Verdict judge(String answer) {
    if (answer.equals(expected)) {
      return Verdict.RIGHT;
    }
    if (answer.equals(REFUSED)) {
      return Verdict.REFUSED;
    }
    return hasSeveralMeanings() ? Verdict.OTHER_MEANING : Verdict.WRONG;
  }

  /** The answer of a library in the form of {@link #expected}; an exception is a refusal. */
  String ask(RecurrenceLibrary library) {
    try {
      return written(library.times(this));
    } catch (Exception | StackOverflowError e) {
      return REFUSED;
    }
  }

  private static String written(Times times) throws Exception {
    List<String> words = new ArrayList<>();
    for (int i = 0; i < MAX_TIMES; i++) {
      Instant next = times.next();
      if (next == null) {
        words.add(END);
        break;
      }
      words.add(next.toString());
    }
    return String.join(" ", words);
  }
}
