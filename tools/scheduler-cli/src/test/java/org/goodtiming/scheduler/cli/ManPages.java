package org.goodtiming.scheduler.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual pages of all commands, in AsciiDoc, into a directory. */
public final class ManPages {

  private ManPages() {}

  /** The arguments are the directory and the version of the project. */
  public static void main(String[] args) throws IOException {
    var goodtiming = Goodtiming.commandLine(new Surroundings(Map.of()));
    setVersion(goodtiming, args[1]);
    goodtiming.setHelpFactory(CommandLine.Help::new);
    HelpSections.addToManual(goodtiming.getCommandSpec());
    int status =
        ManPageGenerator.generateManPage(
            Path.of(args[0]).toFile(), null, new boolean[0], true, goodtiming.getCommandSpec());
    if (status != 0) {
      throw new IOException("The manual pages cannot be written: status " + status);
    }
  }

  /** Sets the version, because the jar with the manifest does not exist yet. */
  private static void setVersion(CommandLine command, String version) {
    command.getCommandSpec().versionProvider(() -> new String[] {version});
    command.getSubcommands().values().forEach(each -> setVersion(each, version));
  }
}
