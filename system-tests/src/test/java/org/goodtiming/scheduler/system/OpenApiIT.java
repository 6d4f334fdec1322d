package org.goodtiming.scheduler.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The OpenAPI document that a node serves. */
class OpenApiIT {

  private static final Path DOCUMENT =
      Path.of(
          System.getProperty("scheduler.root"), "scheduler-web/src/main/resources/openapi.json");

  private final SystemStack stack = SystemStack.shared();

  @Test
  void the_document_that_is_checked_in_is_served() throws IOException {
    stack.startAllNodes();
    assertThat(new RestClient(stack.node(1)).get("/openapi").body())
        .isEqualTo(Files.readString(DOCUMENT));
  }
}
