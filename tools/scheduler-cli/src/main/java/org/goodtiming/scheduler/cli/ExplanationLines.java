package org.goodtiming.scheduler.cli;

import jakarta.json.JsonObject;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.goodtiming.scheduler.install.ShellWord;

/**
 * Writes the causes of the delay of a job or run, with the command that removes each cause.
 *
 * @param options of the connection, which the commands get as well, as {@link
 *     ConnectionSettings#options} has them
 */
record ExplanationLines(List<String> options) {

  /** Requests of the API, and the commands that send them. */
  private static final Map<Pattern, String> COMMANDS =
      Map.ofEntries(
          command("POST jobs/([^/]+)/(.+)/release", "job release"),
          command("POST jobs/([^/]+)/(.+)/run-now", "job run"),
          command("POST schedules/([^/]+)/(.+)/resume", "schedule resume"),
          command("POST worker-queues/([^/]+)/resume", "queue resume"),
          command("PUT worker-queues/([^/]+)", "queue create"),
          command("POST nodes/([^/]+)/resume", "node resume"),
          command("POST dispatch/resume", "dispatch resume"),
          command("DELETE executions/([^/]+)", "run cancel"),
          command("POST executions/([^/]+)/run-again", "run again"),
          command("POST quarantine/([^/]+)/resubmit", "quarantine resubmit"),
          command("POST in-doubt/([^/]+)/resolve", "in-doubt resolve"));

  private static final Pattern DURATION = Pattern.compile("\\bPT?(?=\\d)[\\dDTHMS.]*[DHMS]\\b");

  /** The command would read an option or a file into it, or a terminal would not show it. */
  private static final Pattern NOT_AN_ARGUMENT =
      Pattern.compile("(?s)[-@].*|.*[\\p{Cntrl}\\p{Cf}].*|");

  private static Map.Entry<Pattern, String> command(String request, String verb) {
    return Map.entry(Pattern.compile(request), verb);
  }

  List<String> of(JsonObject explanation) {
    List<String> lines = new ArrayList<>();
    List<JsonObject> causes = explanation.getJsonArray("causes").getValuesAs(JsonObject.class);
    headline(explanation.getString("summary"), causes).map(Output::plain).ifPresent(lines::add);
    lines.addAll(causes(causes));
    String batch = explanation.getString("batch", null);
    if (batch != null) {
      lines.add("It is a member of job batch " + Output.plain(batch));
    }
    return lines;
  }

  /** Each cause, and the command that removes it in a line of its own. */
  List<String> causes(List<JsonObject> causes) {
    List<String> lines = new ArrayList<>();
    for (JsonObject cause : causes) {
      String since = cause.getString("since", null);
      lines.add(
          "- " + readable(cause.getString("text")) + (since == null ? "" : ", since " + since));
      JsonObject cure = cause.getJsonObject("cure");
      if (cure != null) {
        lines.add(
            "  " + cure.getString("text") + command(cure).map(line -> ": " + line).orElse(""));
      }
    }
    return lines.stream().map(Output::plain).toList();
  }

  /** The summary without a cause at its end, which the list has too. */
  private static Optional<String> headline(String summary, List<JsonObject> causes) {
    for (JsonObject cause : causes) {
      String text = cause.getString("text");
      if (summary.equals(text)) {
        return Optional.empty();
      }
      if (summary.endsWith(": " + text)) {
        return Optional.of(
            readable(summary.substring(0, summary.length() - text.length() - ": ".length())));
      }
    }
    return Optional.of(readable(summary));
  }

  private Optional<String> command(JsonObject cure) {
    String request = cure.getString("method") + " " + cure.getString("path");
    for (Map.Entry<Pattern, String> command : COMMANDS.entrySet()) {
      Matcher matcher = command.getKey().matcher(request);
      if (matcher.matches()) {
        return command(command.getValue(), arguments(matcher), group(cure));
      }
    }
    return Optional.empty();
  }

  /** The message group that the command is about; empty if it is about none. */
  private static List<String> group(JsonObject cure) {
    return cure.get("body") instanceof JsonObject body && body.containsKey("group")
        ? List.of("--group", body.getString("group"))
        : List.of();
  }

  private Optional<String> command(String verb, List<String> arguments, List<String> group) {
    if (Stream.concat(arguments.stream(), group.stream().skip(1))
        .anyMatch(argument -> NOT_AN_ARGUMENT.matcher(argument).matches())) {
      return Optional.empty();
    }
    List<String> words = new ArrayList<>(List.of("goodtiming"));
    words.addAll(List.of(verb.split(" ")));
    words.addAll(arguments);
    words.addAll(group);
    words.addAll(options);
    return Optional.of(ShellWord.line(words));
  }

  private static List<String> arguments(MatchResult request) {
    return IntStream.rangeClosed(1, request.groupCount())
        .mapToObj(group -> Address.decoded(request.group(group)))
        .toList();
  }

  /** The durations in a text with their two largest units. */
  static String readable(String text) {
    return DURATION.matcher(text).replaceAll(found -> readable(found));
  }

  private static String readable(MatchResult found) {
    try {
      return readable(Duration.parse(found.group()));
    } catch (DateTimeException e) {
      return found.group();
    }
  }

  private static String readable(Duration time) {
    if (time.compareTo(Duration.ofSeconds(1)) < 0) {
      return time.toMillis() + " ms";
    }
    if (time.compareTo(Duration.ofSeconds(10)) < 0) {
      return String.format(Locale.ROOT, "%.1f s", time.toMillis() / 1000.0).replace(".0 ", " ");
    }
    long seconds = time.plusMillis(500).toSeconds();
    long[] counts = {seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60};
    String[] units = {" d", " h", " min", " s"};
    int first = IntStream.range(0, 4).filter(i -> counts[i] > 0).findFirst().orElse(3);
    return IntStream.range(first, Math.min(first + 2, 4))
        .filter(i -> counts[i] > 0)
        .mapToObj(i -> counts[i] + units[i])
        .collect(Collectors.joining(" "));
  }
}
