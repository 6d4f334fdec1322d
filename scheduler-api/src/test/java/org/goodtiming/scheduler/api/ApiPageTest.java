package org.goodtiming.scheduler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tour of docs/api.md is the code that is compiled, and shows every verb. */
class ApiPageTest {

  private static final Path PAGE = Path.of("../docs/api.md");
  private static final Path CODE =
      Path.of("src/test/java/org/goodtiming/scheduler/api/ApiTour.java");
  private static final Pattern EXAMPLE =
      Pattern.compile("(?s)// begin (\\w+)\n(.*?)\n\n  // end \\1");

  static Stream<String> examples() throws IOException {
    return EXAMPLE.matcher(Files.readString(CODE)).results().map(each -> each.group(2));
  }

  static Stream<String> verbs() {
    return Stream.concat(
            Stream.of(JobScheduler.class.getMethods()).map(Method::getName),
            Stream.of(JobRequestBuilder.class.getMethods())
                .filter(each -> each.getDeclaringClass() == JobRequestBuilder.class)
                .map(Method::getName))
        .distinct();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void each_example_is_the_one_that_is_compiled(String example) throws IOException {
    assertThat(Files.readString(PAGE)).contains("```java\n" + example.stripIndent() + "\n```");
  }

  @ParameterizedTest
  @MethodSource("verbs")
  void each_verb_is_on_the_page(String verb) throws IOException {
    assertThat(Files.readString(PAGE)).containsPattern("[`.]" + verb + "\\(");
  }
}
