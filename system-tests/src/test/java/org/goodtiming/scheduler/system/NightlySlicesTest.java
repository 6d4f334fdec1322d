package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Of the nightly tests, .ci/run takes one slice in turn: all of them are in a slice. */
class NightlySlicesTest {

  private static final Path SLICES =
      Path.of(System.getProperty("scheduler.root"), ".ci/nightly-slices");

  @Test
  void each_class_with_nightly_tests_is_in_exactly_one_slice() throws IOException {
    assertThat(slices().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(
            SystemTests.all().stream()
                .filter(NightlySlicesTest::hasNightlyTests)
                .map(Class::getSimpleName)
                .toList());
  }

  private static boolean hasNightlyTests(Class<?> test) {
    return test.isAnnotationPresent(Nightly.class) || !SystemTests.nightlyMethods(test).isEmpty();
  }

  /** One line each, its classes separated by commas. */
  private static Stream<List<String>> slices() throws IOException {
    return Files.readAllLines(SLICES).stream().map(line -> List.of(line.split(",")));
  }
}
