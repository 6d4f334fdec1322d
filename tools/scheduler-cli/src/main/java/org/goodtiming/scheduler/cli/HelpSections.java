package org.goodtiming.scheduler.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Adds to the help of a command its examples, and to that of all commands the exit status and the
 * environment; only when it is shown, because that takes time.
 */
final class HelpSections implements IHelpFactory {

  static final Map<String, String> ENVIRONMENT = new LinkedHashMap<>();

  static {
    ENVIRONMENT.put("GOODTIMING_URL", "address of a node, as --url");
    ENVIRONMENT.put("GOODTIMING_USER", "user of the REST API, as --user");
    ENVIRONMENT.put("GOODTIMING_PASSWORD", "the password of that user");
    ENVIRONMENT.put("GOODTIMING_PASSWORD_FILE", "a file with the password");
    ENVIRONMENT.put("GOODTIMING_TOKEN", "a bearer token instead of a password");
    ENVIRONMENT.put("GOODTIMING_PROFILE", "a table of profiles.toml, as --profile");
    ENVIRONMENT.put("GOODTIMING_DATABASE", "database of doctor, install and migrate");
    ENVIRONMENT.put("GOODTIMING_DATABASE_PASSWORD", "its password for the doctor and migrate");
    ENVIRONMENT.put("GOODTIMING_DATABASE_PASSWORD_FILE", "a file with that password");
    ENVIRONMENT.put("GOODTIMING_ADMIN_PASSWORD", "that of the user of install database");
    ENVIRONMENT.put("GOODTIMING_ADMIN_PASSWORD_FILE", "a file with that password");
    ENVIRONMENT.put("GOODTIMING_PROGRESS", "none: progress is not shown");
  }

  @Override
  public Help create(CommandSpec command, ColorScheme colors) {
    UsageMessageSpec help = command.usageMessage();
    List<String> examples = examples(command);
    if (command.parent() == null) {
      addExitStatus(help, "%nExit status:%n");
      help.footerHeading("%nEnvironment:%n");
      help.footer(
          ENVIRONMENT.entrySet().stream()
              .map(each -> "  %-34s %s".formatted(each.getKey(), each.getValue()))
              .toArray(String[]::new));
    } else if (!examples.isEmpty()) {
      help.footerHeading("%nExamples:%n");
      help.footer(
          examples.stream().map(each -> "  " + each.replace("%", "%%")).toArray(String[]::new));
    }
    return new Help(command, colors);
  }

  /** A manual page has all of it, in AsciiDoc. */
  static void addToManual(CommandSpec command) {
    UsageMessageSpec help = command.usageMessage();
    addExitStatus(help, "Exit status%n");
    List<String> lines = new ArrayList<>();
    ENVIRONMENT.forEach((name, text) -> lines.add("*%s*::%n  %s".formatted(name, text)));
    List<String> examples = examples(command);
    if (!examples.isEmpty()) {
      lines.add("");
      lines.add("== Examples");
      lines.add("");
      lines.add("....");
      examples.forEach(each -> lines.add(each.replace("%", "%%")));
      lines.add("....");
    }
    help.footerHeading("Environment%n");
    help.footer(lines.toArray(String[]::new));
    command.subcommands().values().forEach(each -> addToManual(each.getCommandSpec()));
  }

  private static void addExitStatus(UsageMessageSpec help, String heading) {
    Map<String, String> meanings = new LinkedHashMap<>();
    Arrays.stream(ExitStatus.values())
        .forEach(each -> meanings.put(String.valueOf(each.number), each.meaning));
    help.exitCodeListHeading(heading);
    help.exitCodeList(meanings);
  }

  private static List<String> examples(CommandSpec command) {
    String begin = command.qualifiedName() + " ";
    return command.subcommands().isEmpty()
        ? TextFile.lines("examples.txt").filter(each -> (each + " ").startsWith(begin)).toList()
        : List.of();
  }
}
