package org.goodtiming.scheduler.gettingstarted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.goodtiming.scheduler.dev.PayaraNode;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody types the commands of docs/rest.md. */
class RestPageIT {

  private static final Path PAGE = Path.of(System.getProperty("scheduler.root"), "docs/rest.md");

  @TempDir private Path directory;

  @Test
  void commands_of_the_page_print_what_it_says() throws IOException {
    SystemStack stack = SystemStack.shared();
    stack.startAllNodes();
    PayaraNode node = stack.devStack().node(1);
    try (Shell shell = new Shell(directory, directory, Map.of("PASSWORD", node.restPassword()))) {
      new Reader(shell, node.url(), Map.of()).follow(Page.parse(Files.readString(PAGE)));
    }
  }
}
