package org.goodtiming.scheduler.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What docs/guide.md shows of the example of Spring Boot is what SpringBootIT runs. */
class GuidePageTest {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));
  private static final Path EXAMPLE = ROOT.resolve("examples/spring-boot-sample/src/main");

  @ParameterizedTest
  @CsvSource({
    "resources/application.properties, spring.datasource.url",
    "java/org/goodtiming/sample/spring/Shop.java, '  @Bean'",
    "java/org/goodtiming/sample/spring/OrderChecks.java, @Component",
  })
  void the_example_of_spring_boot_is_the_one_that_is_tested(String file, String start)
      throws IOException {
    String page = Files.readString(ROOT.resolve("docs/guide.md"));
    int first = page.indexOf("\n" + start, page.indexOf("## Spring Boot")) + 1;
    assertThat(Files.readString(EXAMPLE.resolve(file)))
        .contains(page.substring(first, page.indexOf("```", first)));
  }
}
