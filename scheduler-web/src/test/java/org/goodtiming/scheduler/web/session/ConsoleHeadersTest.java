package org.goodtiming.scheduler.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConsoleHeadersTest {

  @ParameterizedTest
  @CsvSource({
    "/,             true",
    "'',            true",
    "/index.html,   true",
    "/js/app.js,    true",
    "/css/page.css, true",
    "/missing,      true",
    "/api.html,     true",
    "/api/v1,       false",
    "/api/v1/jobs,  false",
    "/metrics,      false",
    "/problem,      false",
    "/ready,        false"
  })
  void only_static_files_are_pages_of_the_console(String path, boolean file) {
    assertThat(ConsoleHeaders.isFile(path)).isEqualTo(file);
  }
}
