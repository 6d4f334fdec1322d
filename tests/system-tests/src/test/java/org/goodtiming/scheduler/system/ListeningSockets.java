package org.goodtiming.scheduler.system;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where a process takes TCP connections, as Linux tells it. */
record ListeningSockets(long pid) {

  private static final String LISTEN = "0A";
  private static final int ADDRESS = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  /** Addresses with their ports, such as {@code 127.0.0.1:8080} or {@code 0.0.0.0:7676}. */
  Set<String> addresses() {
    Set<String> inodes = inodes();
    return Stream.of("tcp", "tcp6")
        .flatMap(table -> lines(table).stream().skip(1))
        .map(line -> line.trim().split("\\s+"))
        .filter(socket -> socket[STATE].equals(LISTEN) && inodes.contains(socket[INODE]))
        .map(socket -> address(socket[ADDRESS]))
        .collect(Collectors.toSet());
  }

  private List<String> lines(String table) {
    try {
      return Files.readAllLines(proc("net").resolve(table));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Set<String> inodes() {
    try (Stream<Path> descriptors = Files.list(proc("fd"))) {
      return descriptors
          .map(ListeningSockets::target)
          .filter(target -> target.startsWith("socket:["))
          .map(target -> target.substring("socket:[".length(), target.length() - 1))
          .collect(Collectors.toSet());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path proc(String file) {
    return Path.of("/proc", Long.toString(pid), file);
  }

  // A descriptor may be closed while they are listed.
  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (NoSuchFileException e) {
      return "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String address(String hexadecimal) {
    String[] parts = hexadecimal.split(":");
    return host(parts[0]) + ":" + Integer.parseInt(parts[1], 16);
  }

  // Linux prints words of 32 bits in the machine's own byte order.
  private static String host(String words) {
    ByteBuffer bytes = ByteBuffer.allocate(words.length() / 2).order(ByteOrder.nativeOrder());
    IntStream.range(0, words.length() / 8)
        .forEach(at -> bytes.putInt(Integer.parseUnsignedInt(words, at * 8, at * 8 + 8, 16)));
    try {
      return InetAddress.getByAddress(bytes.array()).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException(words, e);
    }
  }
}
