package org.goodtiming.scheduler.cli;

import picocli.CommandLine.Command;

@Command(
    description = "Sets up the servers of an installation.",
    subcommands = {InstallDatabase.class, InstallBroker.class, InstallServer.class})
final class InstallCommand extends Noun {}
