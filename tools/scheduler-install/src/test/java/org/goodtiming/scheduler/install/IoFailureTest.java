package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.EOFException;
import java.io.IOException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IoFailureTest {

  @TempDir Path directory;

  @Test
  void a_missing_file_is_named_once() {
    Path file = directory.resolve("broker.xml");
    IOException missing = catchThrowableOfType(IOException.class, () -> Files.readString(file));
    assertThat(IoFailure.text(missing)).isEqualTo(file + ": it does not exist");
    assertThat(IoFailure.reason(missing)).isEqualTo("it does not exist");
  }

  @Test
  void a_file_that_is_no_directory_is_named_with_its_reason() throws IOException {
    Path file = Files.createFile(directory.resolve("node.env"));
    IOException wrong = catchThrowableOfType(IOException.class, () -> Files.list(file));
    assertThat(IoFailure.text(wrong)).isEqualTo(file + ": it is not a directory");
    IOException below =
        catchThrowableOfType(IOException.class, () -> Files.readString(file.resolve("x")));
    assertThat(IoFailure.text(below)).isEqualTo(file.resolve("x") + ": Not a directory");
  }

  @Test
  void others_have_their_message_or_their_name() {
    assertThat(IoFailure.text(new AccessDeniedException("node.env")))
        .isEqualTo("node.env: you have no permission");
    assertThat(IoFailure.text(new UnknownHostException("node.example")))
        .isEqualTo("node.example: there is no such host");
    assertThat(IoFailure.text(new IOException("Connection refused")))
        .isEqualTo("Connection refused");
    assertThat(IoFailure.text(new EOFException())).isEqualTo("EOFException");
  }
}
