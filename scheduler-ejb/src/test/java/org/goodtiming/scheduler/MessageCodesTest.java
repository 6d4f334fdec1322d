package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Each message code has one text, and a row in the documentation. */
class MessageCodesTest {

  private static final Path ROOT = Path.of("..");

  private static final Pattern CODE = Pattern.compile("SCHED-\\d{4}");
  private static final Pattern REQUEST =
      Pattern.compile("\\b(GET|PUT|POST|PATCH|DELETE)( [/%]|$|[:;,.])|query parameter");
  private static final String LITERAL = "\"(?:[^\"\\\\]|\\\\.)*\"";

  /**
   * A literal that begins with a code, or one with the code alone before the literal of its text.
   */
  private static final Pattern MESSAGE =
      Pattern.compile(
          "\"(?<code>SCHED-\\d{4})(?:\",\\s*(?<next>"
              + LITERAL
              + ")| (?<text>(?:[^\"\\\\]|\\\\.)*)\")"
              + "(?<rest>(?:\\s*\\+\\s*"
              + LITERAL
              + ")*)");

  private static final Pattern FUNCTION =
      Pattern.compile(
          "CREATE (?:OR REPLACE )?FUNCTION (?<name>[\\w.]+).*?\\$\\$(?<body>.*?)\\$\\$",
          Pattern.DOTALL);

  @Test
  void a_code_has_one_text() throws IOException {
    Map<String, Set<String>> texts = texts();
    assertThat(texts).hasSizeGreaterThan(200);
    texts.values().removeIf(each -> each.size() == 1);
    assertThat(texts).as("codes with several texts").isEmpty();
  }

  /** The command line, the console and messaging show the same texts. */
  @Test
  void no_text_names_a_request_of_the_rest_api() throws IOException {
    Map<String, Set<String>> texts = texts();
    texts.values().removeIf(each -> each.stream().noneMatch(REQUEST.asPredicate()));
    assertThat(texts).isEmpty();
  }

  private static Map<String, Set<String>> texts() throws IOException {
    Map<String, Set<String>> texts = new TreeMap<>();
    for (Path file : files("src/main", ".java")) {
      for (MatchResult message : MESSAGE.matcher(Files.readString(file)).results().toList()) {
        String text = text(message);
        if (!CODE.matcher(text).lookingAt()) {
          texts.computeIfAbsent(message.group(1), code -> new TreeSet<>()).add(text);
        }
      }
    }
    return texts;
  }

  /** Named groups of a match result need Java 20. */
  private static String text(MatchResult message) {
    String first = message.group(2) == null ? '"' + message.group(3) + '"' : message.group(2);
    return (first + message.group(4)).replaceAll("\"\\s*\\+\\s*\"", "").replace("\"", "");
  }

  @Test
  void the_pages_have_the_codes_of_the_product_and_no_others() throws IOException {
    Set<String> codes = new TreeSet<>();
    for (Path file : files("src/main", ".java")) {
      codes.addAll(codes(Files.readString(file)));
    }
    functions().values().forEach(body -> codes.addAll(codes(body)));

    assertThat(rows("codes.md", "wire-contract.md")).containsExactlyInAnyOrderElementsOf(codes);
  }

  @Test
  void the_console_and_the_other_pages_name_only_codes_that_exist() throws IOException {
    Set<String> named = new TreeSet<>();
    for (Path file : files("src/main/webapp", ".js")) {
      named.addAll(codes(Files.readString(file)));
    }
    for (Path page : SourceFiles.under(ROOT.resolve("docs"), ".md")) {
      named.addAll(codes(Files.readString(page)));
    }

    assertThat(rows("codes.md", "wire-contract.md")).containsAll(named);
  }

  private static Set<String> codes(String text) {
    return CODE.matcher(text)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The codes in the first column of tables. */
  private static Set<String> rows(String... pages) throws IOException {
    Set<String> codes = new TreeSet<>();
    for (String page : pages) {
      Files.readAllLines(ROOT.resolve("docs").resolve(page)).stream()
          .filter(line -> line.startsWith("|"))
          .forEach(line -> codes.addAll(codes(line.split("\\|")[1])));
    }
    return codes;
  }

  /** The functions of the schema, as the last migration that defines them leaves them. */
  private static Map<String, String> functions() throws IOException {
    Map<String, String> bodies = new HashMap<>();
    List<Path> migrations =
        SourceFiles.under(ROOT.resolve("sql/migrations"), ".sql").stream()
            .sorted(Comparator.comparingInt(MessageCodesTest::number))
            .toList();
    for (Path migration : migrations) {
      Matcher function = FUNCTION.matcher(Files.readString(migration));
      while (function.find()) {
        bodies.put(function.group("name"), function.group("body"));
      }
    }
    return bodies;
  }

  private static int number(Path migration) {
    return Integer.parseInt(migration.getFileName().toString().replaceAll("^V(\\d+)__.*", "$1"));
  }

  /** The files of all modules. */
  private static List<Path> files(String directory, String suffix) {
    return SourceFiles.ofProject(ROOT).stream()
        .filter(file -> file.toString().contains('/' + directory + '/'))
        .filter(file -> file.toString().endsWith(suffix))
        .toList();
  }
}
