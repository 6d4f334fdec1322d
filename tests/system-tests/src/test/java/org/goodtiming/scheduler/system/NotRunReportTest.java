package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.core.LauncherConfig;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** A test that a machine cannot run is named at the end, with the package that it needs. */
class NotRunReportTest {

  static class Sample {

    @Test
    void runs() {}

    @Test
    void needs_a_program() {
      assumeTrue(false, "needs promtool: install the Debian package prometheus");
    }

    @Disabled("needs libfaketime")
    @Test
    void needs_a_library() {}
  }

  @Test
  void skipped_and_aborted_tests_are_named_with_what_they_need() {
    assertThat(report())
        .isEqualToNormalizingNewlines(
            """
            2 not run:
              Sample.needs_a_library: needs libfaketime
              Sample.needs_a_program: needs promtool: install the Debian package prometheus
            """);
  }

  private static String report() {
    var out = new ByteArrayOutputStream();
    PrintStream console = System.out;
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    try {
      LauncherFactory.create(
              LauncherConfig.builder()
                  .enableTestExecutionListenerAutoRegistration(false)
                  .enableLauncherSessionListenerAutoRegistration(false)
                  .addTestExecutionListeners(new NotRunReport())
                  .build())
          .execute(
              LauncherDiscoveryRequestBuilder.request()
                  .selectors(selectClass(Sample.class))
                  .configurationParameter(
                      "junit.jupiter.testmethod.order.default",
                      "org.junit.jupiter.api.MethodOrderer$MethodName")
                  .build());
    } finally {
      System.setOut(console);
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
