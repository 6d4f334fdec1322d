package org.goodtiming.scheduler.gettingstarted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.goodtiming.scheduler.system.Nightly;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody with a JDK, Maven and a clone follows docs/getting-started.md, word by word. */
class GettingStartedIT {
  private static final Path ROOT = Path.of(System.getProperty("scheduler.root"));

  @TempDir private Path directory;

  private Path clone;

  @BeforeEach
  void make_a_clone() throws IOException {
    clone = Files.createDirectory(directory.resolve("good-timing"));
  }

  @Nightly
  @Test
  void page_leads_from_a_clone_to_a_caller_and_a_worker_of_ones_own() throws IOException {
    Checkout.copy(ROOT, clone);
    try (var shell = shell()) {
      new Reader(shell)
          .follow(Page.parse(Files.readString(ROOT.resolve("docs/getting-started.md"))));
      assertThat(shell.allEnd()).isTrue();
    } finally {
      Checkout.unlink(clone);
    }
  }

  @Test
  void command_that_fails_is_reported() {
    assertThatThrownBy(() -> follow("```sh\nfalse\necho never reached\n```\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("false\n");
  }

  @Test
  void output_that_differs_is_reported() throws IOException {
    follow("```sh\necho one; echo more; echo two\n```\nIt prints\n```text\none\ntwo\n```\n");
    assertThatThrownBy(() -> follow("```sh\necho two; echo one\n```\n```text\none\ntwo\n```\n"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("two");
  }

  @Test
  void file_is_written_under_its_name() throws IOException {
    follow(
        "`../own/Hello.java`:\n\n```java\nclass Hello {}\n```\n\n```sh\ngrep -q Hello ../own/*\n```\n");
    assertThat(directory.resolve("own/Hello.java")).hasContent("class Hello {}");
  }

  private void follow(String page) throws IOException {
    try (var shell = shell()) {
      new Reader(shell).follow(Page.parse(page));
    }
  }

  private Shell shell() throws IOException {
    var home = Home.in(Files.createDirectories(directory.resolve("home")));
    return new Shell(clone, home.directory(), home.environment());
  }
}
