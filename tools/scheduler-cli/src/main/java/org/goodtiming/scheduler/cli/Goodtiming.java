package org.goodtiming.scheduler.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExecutionException;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code goodtiming NOUN VERB}. */
@Command(
    name = "goodtiming",
    description = "Sets up and operates an installation of Good Timing.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    versionProvider = Goodtiming.Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Goodtiming {

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {
        "goodtiming " + Goodtiming.class.getPackage().getImplementationVersion()
      };
    }
  }

  @Option(
      names = "--profile",
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description =
          "Table of ~/.config/goodtiming/profiles.toml with url, user, and password-file or"
              + " token-file; 'default' if not given. Or GOODTIMING_PROFILE.")
  private @Nullable String profile;

  @Option(
      names = "--url",
      paramLabel = "URL",
      scope = ScopeType.INHERIT,
      description = {
        "Address of a node, or GOODTIMING_URL, such as",
        "http://127.0.0.1:8080.",
        "Of 'install database' and 'migrate': that of the database, or GOODTIMING_DATABASE, such as",
        "jdbc:postgresql://localhost:5432/scheduler."
      })
  private @Nullable String url;

  @Option(
      names = {"-u", "--user"},
      paramLabel = "NAME",
      scope = ScopeType.INHERIT,
      description =
          "User of the REST API. Or GOODTIMING_USER. The password comes from GOODTIMING_PASSWORD,"
              + " the file GOODTIMING_PASSWORD_FILE, or a prompt; a bearer token from"
              + " GOODTIMING_TOKEN.")
  private @Nullable String user;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FORMAT",
      scope = ScopeType.INHERIT,
      defaultValue = "text",
      description = "text, json, or jsonl: one object in each line.")
  private Output.Format format = Output.Format.text;

  @Spec private CommandSpec spec;

  private final Surroundings around;

  Goodtiming(Surroundings around) {
    this.around = around;
  }

  public static void main(String[] args) {
    PrintWriter err = new PrintWriter(new FileOutputStream(FileDescriptor.err), true, UTF_8);
    List<String> arguments = List.of(args);
    if (arguments.stream().anyMatch(Utf8::isLost)) {
      err.println(
          "An argument is not UTF-8, or Java cannot read it without a UTF-8 locale: call"
              + " 'goodtiming', which sets one, or set LC_ALL=C.UTF-8");
      System.exit(ExitStatus.USAGE.number);
    }
    System.exit(
        commandLine(Surroundings.ofThisProcess(), arguments)
            .setOut(StandardOutput.writer(new FileOutputStream(FileDescriptor.out)))
            .setErr(err)
            .execute(args));
  }

  /** Has only the nouns that are needed; all, if the arguments are wrong before the noun. */
  static CommandLine commandLine(Surroundings around, List<String> arguments) {
    CommandLine few = commandLine(around, Nouns.of(arguments));
    IParameterExceptionHandler usual = few.getParameterExceptionHandler();
    return few.setParameterExceptionHandler(
        (problem, args) ->
            problem.getCommandLine() == few
                ? commandLine(around).setOut(few.getOut()).setErr(few.getErr()).execute(args)
                : usual.handleParseException(problem, args));
  }

  static CommandLine commandLine(Surroundings around) {
    return commandLine(around, Nouns.all());
  }

  private static CommandLine commandLine(Surroundings around, Map<String, Class<?>> nouns) {
    CommandLine root = new CommandLine(new Goodtiming(around));
    nouns.forEach(root::addSubcommand);
    return root.setExecutionStrategy(Goodtiming::execute)
        .setExecutionExceptionHandler(Goodtiming::explain)
        .setParameterExceptionHandler(Goodtiming::refuse)
        .setExpandAtFiles(false)
        .setHelpFactory(new HelpSections())
        .setUsageHelpAutoWidth(true);
  }

  /** Executes the command once, or repeatedly if it is watched. */
  private static int execute(ParseResult parsed) {
    ParseResult leaf = parsed;
    while (leaf.hasSubcommand()) {
      leaf = leaf.subcommand();
    }
    // The library asks for help as if they were not there
    if (!leaf.unmatched().isEmpty()) {
      throw new UnmatchedArgumentException(leaf.commandSpec().commandLine(), leaf.unmatched());
    }
    Integer seconds = leaf.matchedOptionValue("--watch", null);
    if (seconds == null) {
      return executeOnce(parsed);
    }
    return Repetition.of(seconds, leaf.commandSpec().commandLine()).execute(parsed);
  }

  /**
   * Executes the command once and flushes its output, because picocli explains no failure while
   * help or version is written.
   */
  private static int executeOnce(ParseResult parsed) {
    CommandLine command = parsed.commandSpec().commandLine();
    try {
      int status = new RunLast().execute(parsed);
      command.getOut().flush();
      return status;
    } catch (Failure e) {
      throw new ExecutionException(command, e.text(), e);
    }
  }

  /** A noun without a verb gets the list of verbs; other mistakes get a text that is not lost. */
  private static int refuse(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    PrintWriter err = command.getErr();
    if (problem.getClass() == ParameterException.class
        && problem.getArgSpec() == null
        && !command.getSubcommands().isEmpty()) {
      command.usage(err);
      return ExitStatus.USAGE.number;
    }
    String name = command.getCommandSpec().qualifiedName();
    if (problem instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      err.printf("'%s' is not an argument of '%s'%n", unmatched.getUnmatched().get(0), name);
    } else {
      err.println(BadValue.explain(problem));
    }
    UnmatchedArgumentException.printSuggestions(problem, err);
    err.printf("Help: %s --help%n", name);
    return ExitStatus.USAGE.number;
  }

  private static int explain(Exception problem, CommandLine command, ParseResult parsed)
      throws Exception {
    if (problem instanceof Failure failure) {
      if (failure.status != ExitStatus.READER_GONE) {
        command.getErr().println(failure.getMessage());
      }
      return failure.status.number;
    }
    throw problem;
  }

  Api api() {
    return new Api(Connection.of(around, settings()));
  }

  ConnectionSettings settings() {
    return new ConnectionSettings(around, profile, url, user);
  }

  /** The URL as given. */
  @Nullable String url() {
    return url;
  }

  Output output() {
    PrintWriter out = spec.commandLine().getOut();
    return new Output(format, out, spec.commandLine().getErr(), around.showsProgress());
  }

  Surroundings around() {
    return around;
  }
}
