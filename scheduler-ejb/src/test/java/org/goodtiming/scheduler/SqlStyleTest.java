package org.goodtiming.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** How statements are written (docs/adr/0095). */
class SqlStyleTest {

  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"\\n(?s:.*?)\"\"\"|\"(?:[^\"\\\\\\n]|\\\\.)*\"");

  private static final Pattern SQL =
      Pattern.compile(
          "\\b(SELECT|INSERT INTO|UPDATE \\w|DELETE FROM|FROM \\w|WHERE|RETURNING|JOIN|AND \\w|LIMIT)\\b");

  private static final Pattern WITHOUT_NAME =
      Pattern.compile("(?:[=<>~(,]|LIMIT|OFFSET|WHEN|IN) ?\\?(?![:<=!]\\S|[?+])|\\?::");

  private static final Pattern FORMATTED = Pattern.compile("\\s*\\.formatted\\(.*", Pattern.DOTALL);

  /** Classes on the way of a job, and those that manage their connection, use JDBC. */
  private static boolean usesSqlText(Path file) {
    String source = SourceFiles.text(file);
    return source.contains("SqlText") && !source.contains("prepareStatement(");
  }

  @Test
  void parameters_have_names() {
    assertThat(SourceFiles.ofScheduler())
        .filteredOn(SqlStyleTest::usesSqlText)
        .hasSizeGreaterThan(80)
        .allSatisfy(
            file ->
                assertThat(literals(file))
                    .noneMatch(literal -> WITHOUT_NAME.matcher(literal).find()));
  }

  /** A part of a statement is {@code <name>}, for {@link String#replace}. */
  @Test
  void no_statement_is_a_format() {
    assertThat(SourceFiles.ofScheduler())
        .allSatisfy(file -> assertThat(formats(SourceFiles.text(file))).isEmpty());
  }

  @Test
  void lines_have_at_most_140_characters() {
    assertThat(SourceFiles.ofProject(Path.of("..")))
        .filteredOn(SqlStyleTest::hasStatements)
        .hasSizeGreaterThan(500)
        .allSatisfy(file -> assertThat(lines(file)).allMatch(line -> line.length() <= 140));
  }

  /** A migration that has run is not edited: these have been written before the rule. */
  private static boolean hasStatements(Path file) {
    String path = file.toString();
    return path.matches("../sql/(?!migrations/V[1-8]_).*\\.sql|.*/src/main/java/.*\\.java");
  }

  private static List<String> lines(Path file) {
    Stream<String> statements =
        file.toString().endsWith(".sql")
            ? Stream.of(SourceFiles.text(file))
            : literals(file).stream().filter(SqlStyleTest::isBlock);
    return statements.flatMap(String::lines).toList();
  }

  private static boolean isBlock(String literal) {
    return literal.startsWith("\"\"\"") && SQL.matcher(literal).find();
  }

  private static List<String> literals(Path file) {
    return LITERAL.matcher(SourceFiles.text(file)).results().map(found -> found.group()).toList();
  }

  private static List<String> formats(String source) {
    return LITERAL
        .matcher(source)
        .results()
        .filter(literal -> SQL.matcher(literal.group()).find() && !isMessage(literal.group()))
        .filter(literal -> FORMATTED.matcher(source.substring(literal.end())).matches())
        .map(literal -> literal.group())
        .toList();
  }

  /** Whether the text is a message, which may name a statement as a remedy. */
  private static boolean isMessage(String literal) {
    return literal.startsWith("\"SCHED-");
  }
}
