package org.goodtiming.scheduler.benchmarks.peers;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/** The JVM of one contender: takes a command a line and answers as {@link Answer} says. */
public final class ContenderMain {
  // Kept, or its level would be forgotten.
  private static final Logger LIBRARIES = Logger.getLogger("");

  /** The second argument if another JVM has created the tables. */
  static final String JOIN = "join";

  private ContenderMain() {}

  /** Serves until its input ends; takes the contender's name. */
  public static void main(String[] arguments) {
    LIBRARIES.setLevel(Level.WARNING);
    try {
      serve(arguments);
    } catch (Exception | LinkageError e) {
      // Threads of a server in this JVM would keep it alive, and who waits for an answer waiting.
      LIBRARIES.log(Level.SEVERE, arguments[0] + " ends", e);
      System.exit(1);
    }
    System.exit(0);
  }

  private static void serve(String[] arguments) throws Exception {
    // Whatever a library prints must not get among the answers.
    var answers = new PrintStream(new FileOutputStream(FileDescriptor.out), true, UTF_8);
    System.setOut(System.err);
    var commands = new BufferedReader(new InputStreamReader(System.in, UTF_8));
    try (var contender = ContenderList.named(arguments[0]).enter(Access.of(System.getenv()));
        var registration = new Registration(contender)) {
      if (!List.of(arguments).contains(JOIN)) {
        contender.install();
      }
      answers.println(Answer.READY + " " + contender.settings());
      var duties = new CommandRunner(contender, registration, answers);
      for (var line = commands.readLine(); line != null; line = commands.readLine()) {
        duties.carryOut(Command.parse(line));
        answers.println(Answer.READY);
      }
    }
  }
}
