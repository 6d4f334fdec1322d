package org.goodtiming.scheduler.gettingstarted;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.goodtiming.scheduler.dev.ServerNode;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Somebody types the commands of pages about the REST API. */
@Nightly
class RestPageIT {

  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));

  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"docs/rest.md", "docs/executions.md"})
  void commands_of_the_page_print_what_it_says(String page) throws IOException {
    SystemStack stack = SystemStack.shared();
    ServerNode node = stack.devStack().node(1);
    try (Shell shell = new Shell(directory, directory, Map.of("PASSWORD", node.restPassword()))) {
      new Reader(shell, node.url(), Map.of()).follow(transcripts(page));
    }
  }

  /** Its listings are no files of the reader. */
  private static Page transcripts(String page) throws IOException {
    return new Page(
        Page.parse(Files.readString(ROOT.resolve(page))).blocks().stream()
            .filter(block -> block.isCommands() || block.isOutput())
            .toList());
  }
}
