package org.goodtiming.scheduler.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** That of the library knows no verbs. */
@Command(description = "Shows the help of a command, such as 'help job submit'.")
final class HelpOnCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "COMMAND", arity = "0..*")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    List<String> arguments = new ArrayList<>(words);
    arguments.add("--help");
    return spec.root().commandLine().execute(arguments.toArray(String[]::new));
  }
}
