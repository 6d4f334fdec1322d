package org.goodtiming.scheduler.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Replaces picocli's help command, which knows no verbs. */
@Command(description = "Shows the help of a command, such as 'help job submit'.")
final class HelpOnCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "COMMAND", arity = "0..*")
  private List<String> words = new ArrayList<>();

  @Override
  public Integer call() {
    CommandLine command = spec.root().commandLine();
    for (String word : words) {
      CommandLine inner = command.getSubcommands().get(word);
      if (inner == null) {
        throw new UnmatchedArgumentException(command, List.of(word));
      }
      command = inner;
    }
    command.usage(command.getOut(), command.getColorScheme());
    return ExitStatus.DONE.number;
  }
}
