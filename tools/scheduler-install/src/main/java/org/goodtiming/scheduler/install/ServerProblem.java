package org.goodtiming.scheduler.install;

import java.io.IOException;

/** Why an installation, or its removal, is refused. A code never gets another meaning. */
public enum ServerProblem {
  MISSING("GTD-501", "a file or directory is missing", "%s does not exist: %s"),
  IN_USE(
      "GTD-502",
      "the directory for the node has other files",
      "%s is in use, and not by a node: name another directory with --base"),
  LONG_NAME(
      "GTD-503",
      "the name of the node is too long for WildFly",
      "The name '%s' has %d bytes, but WildFly allows %d: choose a shorter one with --node"),
  NO_PASSWORD(
      "GTD-504",
      "a password is missing",
      "%s is not in the file of passwords: name that of 'install database' and 'install broker' with --passwords"),
  OTHER_NODE(
      "GTD-505",
      "the directory belongs to a node of another name",
      "%1$s is that of node '%2$s': install it as '--node %2$s', or use another directory for node '%3$s'"),
  OTHER_LOG(
      "GTD-506",
      "the transaction log is in the directory of another node",
      "%s of %s is %s, in the directory of another node: move that directory to %s, and delete the line"),
  OWNER(
      "GTD-507",
      "the files cannot be given to the owner of the server",
      "cannot give %1$s to %2$s: run the command as root, or as %2$s"),
  PORT(
      "GTD-508",
      "the HTTP port of a domain is not a number",
      "The port of http-listener-1 in %s is not a number: replace %s by one"),
  RUNNING(
      "GTD-509",
      "the node is running",
      "The node runs as process %d: stop it with '%s', or delete %s if that is another process"),
  NO_PROCESS(
      "GTD-510",
      "whether the node is running is not known",
      "%s has no number of a process: delete it if the node does not run"),
  OTHER_SERVER(
      "GTD-511",
      "the node is one of another server",
      "%s is a node of another server: undo it with %s"),
  NO_BACKUP(
      "GTD-512",
      "how the domain was before is not known",
      "%s does not exist, so how the domain was is not known: create another domain instead"),
  EMPTY_PASSWORD(
      "GTD-513",
      "a password is empty",
      "%s is empty: delete the line, or write a password into it"),
  SHELL_PASSWORD(
      "GTD-514",
      "a shell reads another password",
      "a shell reads another value of %s: put it between single quotes");

  private final String code;
  private final String meaning;
  private final String text;

  ServerProblem(String code, String meaning, String text) {
    this.code = code;
    this.meaning = meaning;
    this.text = text;
  }

  public String code() {
    return code;
  }

  /** What is wrong, without the values. */
  public String meaning() {
    return meaning;
  }

  /** The exception that says what is wrong, and what to do. */
  IOException with(Object... values) {
    return new IOException("%s %s".formatted(code, text.formatted(values)));
  }
}
