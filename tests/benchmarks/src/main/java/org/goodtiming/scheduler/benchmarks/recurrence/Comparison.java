package org.goodtiming.scheduler.benchmarks.recurrence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The answers of each library to the cases of the corpus. */
record Comparison(List<Answer> answers) {

  /** One answer, in the form of the expected times of its case. */
  record Answer(CorpusCase question, RecurrenceLibrary library, String text) {

    Verdict verdict() {
      return question.judge(text);
    }

    @Override
    public String toString() {
      return "%s %s: %s %s from %s, suite %s%n  %s, expected %s"
          .formatted(
              library.title(),
              verdict().name().toLowerCase(Locale.ROOT).replace('_', ' '),
              question.text(),
              question.zone(),
              question.after(),
              question.suite(),
              text,
              question.expected());
    }
  }

  static Comparison of(List<CorpusCase> cases) {
    List<Answer> answers = new ArrayList<>();
    for (CorpusCase each : cases) {
      for (RecurrenceLibrary library : RecurrenceLibrary.values()) {
        if (library.reads(each.dialect())) {
          answers.add(new Answer(each, library, each.ask(library)));
        }
      }
    }
    return new Comparison(List.copyOf(answers));
  }

  List<String> table() {
    List<String> lines = new ArrayList<>();
    lines.add("| texts | library | cases | right | wrong | refused | another documented meaning |");
    lines.add("|---|---|---|---|---|---|---|");
    for (Dialect dialect : Dialect.values()) {
      Arrays.stream(RecurrenceLibrary.values())
          .filter(library -> library.reads(dialect))
          .map(library -> row(dialect, library))
          .forEach(lines::add);
    }
    return lines;
  }

  private String row(Dialect dialect, RecurrenceLibrary library) {
    List<Answer> row =
        answers.stream()
            .filter(answer -> answer.question().dialect() == dialect)
            .filter(answer -> answer.library() == library)
            .toList();
    String counts =
        Stream.of(Verdict.values())
            .map(verdict -> row.stream().filter(answer -> answer.verdict() == verdict).count())
            .map(String::valueOf)
            .collect(Collectors.joining(" | "));
    return "| %s | %s | %d | %s |".formatted(dialect.title(), library.title(), row.size(), counts);
  }

  List<Answer> notRight() {
    return answers.stream().filter(answer -> answer.verdict() != Verdict.RIGHT).toList();
  }
}
