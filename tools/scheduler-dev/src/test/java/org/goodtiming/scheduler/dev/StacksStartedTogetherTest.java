package org.goodtiming.scheduler.dev;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stacks that choose their ports at the same time, each in a process of its own. */
class StacksStartedTogetherTest {

  private static final int STACKS = 6;

  /** Below the ports that the system gives to connections, which would take a kept one. */
  private static final int FROM = 20_000;

  private static final List<PortName> NAMES =
      List.of(
          PortName.DATABASE,
          PortName.BROKER,
          PortName.http("node-1"),
          PortName.admin("node-1"),
          PortName.health("node-1"));

  @TempDir private Path directory;

  @Test
  void no_two_stacks_get_the_same_port_and_each_keeps_its_own() throws IOException {
    List<String> first = portsOfStacks();
    assertThat(first).hasSize(STACKS * NAMES.size()).doesNotHaveDuplicates();

    assertThat(portsOfStacks()).as("at the next start").isEqualTo(first);
  }

  /** Each has kept the ports that it had while the others did not run. */
  @Test
  void stacks_that_have_kept_the_same_ports_get_others() throws IOException {
    for (int stack = 0; stack < STACKS; stack++) {
      PropertyFile kept = kept(stack);
      IntStream.range(0, NAMES.size())
          .forEach(port -> kept.put(NAMES.get(port).key(), Integer.toString(FROM + port)));
    }

    List<String> changed = portsOfStacks();
    assertThat(changed).hasSize(STACKS * NAMES.size()).doesNotHaveDuplicates();
    assertThat(portsOfStacks()).as("at the next start").isEqualTo(changed);
  }

  /** Of all stacks, which begin when all processes run and end when all have their ports. */
  private List<String> portsOfStacks() throws IOException {
    List<Process> stacks = new ArrayList<>();
    try {
      for (int stack = 0; stack < STACKS; stack++) {
        stacks.add(start(stack));
      }
      List<BufferedReader> outputs =
          stacks.stream().map(process -> process.inputReader(UTF_8)).toList();
      for (BufferedReader output : outputs) {
        assertThat(output.readLine()).isEqualTo("ready");
      }
      for (Process process : stacks) {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
      }
      List<String> ports = new ArrayList<>();
      for (BufferedReader output : outputs) {
        String line = output.readLine();
        assertThat(line)
            .as("ports of a stack, which tells errors in the test's own log")
            .isNotNull();
        ports.addAll(List.of(line.split(" ")));
      }
      return ports;
    } finally {
      stacks.forEach(StacksStartedTogetherTest::end);
    }
  }

  private Process start(int stack) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.io.tmpdir=" + directory,
            "-cp",
            System.getProperty("java.class.path"),
            StacksStartedTogetherTest.class.getName(),
            kept(stack).file().toString())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private PropertyFile kept(int stack) {
    return new PropertyFile(directory.resolve("stack-" + stack).resolve("ports.properties"));
  }

  private static void end(Process process) {
    process.destroy();
    process.onExit().join();
  }

  /** A stack: chooses all its ports from the same one upwards, and keeps them until it is ended. */
  public static void main(String[] arguments) throws IOException {
    Ports ports = new Ports(new PropertyFile(Path.of(arguments[0])), System.err::println);
    System.out.println("ready");
    System.in.read();
    Stream<String> chosen = NAMES.stream().map(name -> ports.of(name, FROM)).map(String::valueOf);
    System.out.println(String.join(" ", chosen.toList()));
    System.in.read();
  }
}
