package org.goodtiming.scheduler.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.awaitility.core.ThrowingRunnable;

/** Follows a page: writes its files, types its commands, and compares what it says they print. */
final class Reader {
  private static final String TERMINAL_OF_ITS_OWN = "In a terminal of its own:";
  private static final String THAT_TERMINAL = "Go on when that terminal says:";
  private static final String NODE = "http://127.0.0.1:8080";
  private static final Pattern NODE_IN_BANNER = Pattern.compile("node-1 +(http://[0-9.:]+)");

  private final Shell shell;
  private final Map<String, UnaryOperator<String>> languages;
  private Path terminal;
  private String node;
  private String output = "";

  Reader(Shell shell) {
    this(shell, NODE, Map.of());
  }

  /**
   * A reader of a page about a running node.
   *
   * @param languages run a block of their language, and return its output; blocks of other
   *     languages are files
   */
  Reader(Shell shell, String node, Map<String, UnaryOperator<String>> languages) {
    this.shell = shell;
    this.node = node;
    this.languages = languages;
  }

  void follow(Page page) throws IOException {
    for (var block : page.blocks()) {
      follow(block);
    }
  }

  private void follow(Block block) throws IOException {
    if (block.isCommands() && block.caption().equals(TERMINAL_OF_ITS_OWN)) {
      terminal = shell.start(block.text());
    } else if (block.isCommands()) {
      output = shell.run(block.text().replace(NODE, node));
    } else if (block.isOutput() && block.caption().equals(THAT_TERMINAL)) {
      awaitInTerminal(block.text());
    } else if (block.isOutput()) {
      compare(output, block.text());
    } else if (languages.containsKey(block.language())) {
      output = languages.get(block.language()).apply(block.text());
    } else {
      write(block);
    }
  }

  private void awaitInTerminal(String expected) throws IOException {
    ThrowingRunnable says = () -> compare(Files.readString(terminal), expected);
    await().atMost(Duration.ofMinutes(5)).untilAsserted(says);
    node = address(Files.readString(terminal));
  }

  // The page leaves out what is of no interest, before and after a line and between lines
  private static void compare(String actual, String expected) {
    assertThat(actual).containsSubsequence(expected.lines().map(String::strip).toList());
  }

  // As the page says: if another program has that port, the node has another one
  private static String address(String banner) {
    var found = NODE_IN_BANNER.matcher(banner);
    assertThat(found.find()).as(banner).isTrue();
    return found.group(1);
  }

  private void write(Block block) throws IOException {
    var file = shell.directory().resolve(block.file());
    Files.createDirectories(file.getParent());
    Files.writeString(file, block.text());
  }
}
