package org.goodtiming.scheduler.install;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Sets up an instance that {@code artemis create} has made. The broker may be stopped. */
public final class BrokerInstallation {
  private static final Pattern HOME = Pattern.compile("(?m)^ARTEMIS_HOME=['\"]?([^'\"\\n]+)");

  /** A comment, which is group 1, or the element of the web console with its line. */
  private static final Pattern WEB =
      Pattern.compile("(<!--.*?-->)|[ \\t]*<web\\b[^>]*>.*?</web>[ \\t]*\\n?", Pattern.DOTALL);

  private static final Pattern BINDING = Pattern.compile("<binding\\b[^>]*\\buri=\"([^\"]*)\"");
  private static final Pattern PAIR_PASSWORD = Pattern.compile("(<cluster-password>)[^<]*");
  private static final Pattern SERVER = Pattern.compile("artemis-server-(\\d[^/]*)\\.jar");

  private final Path home;
  private final Path profile;
  private final Path configuration;
  private final Path bootstrap;
  private final Path users;
  private final Path roles;

  /**
   * @param home directory of the instance
   */
  public BrokerInstallation(Path home) {
    this.home = home;
    Path etc = home.resolve("etc");
    profile = etc.resolve("artemis.profile");
    configuration = etc.resolve("broker.xml");
    bootstrap = etc.resolve("bootstrap.xml");
    users = etc.resolve("artemis-users.properties");
    roles = etc.resolve("artemis-roles.properties");
  }

  /** The users that do not exist. */
  public Set<BrokerUser> missingUsers() throws IOException {
    requireInstance();
    String text = Files.readString(users);
    Set<BrokerUser> missing = EnumSet.allOf(BrokerUser.class);
    missing.removeIf(user -> AccountLines.has(text, user.login()));
    return missing;
  }

  /** The version of the program that the instance starts; empty if it is not on this machine. */
  public Optional<String> version() throws IOException {
    Matcher home = HOME.matcher(Files.exists(profile) ? Files.readString(profile) : "");
    if (!home.find()) {
      return Optional.empty();
    }
    return FileTree.children(Path.of(home.group(1), "lib")).stream()
        .map(file -> SERVER.matcher(file.toString()))
        .filter(Matcher::find)
        .map(name -> name.group(1))
        .findFirst();
  }

  /** The addresses of acceptors that other machines reach without TLS. */
  public List<String> openAcceptors() throws IOException {
    return new BrokerXml(Files.readString(configuration))
        .acceptors().stream().filter(AcceptorUri::isOpen).toList();
  }

  /** Where the broker starts a web console with Jolokia; empty if it starts none. */
  public Optional<String> webConsole() throws IOException {
    String text = Files.exists(bootstrap) ? Files.readString(bootstrap) : "";
    return WEB.matcher(text)
        .results()
        .filter(found -> found.group(1) == null)
        .map(web -> BINDING.matcher(web.group()))
        .map(binding -> binding.find() ? binding.group(1) : "an unknown address")
        .findFirst();
  }

  /** Switches the web console off; empty if the broker starts none. */
  public List<Step> webConsoleRemoval() throws IOException {
    List<Step> steps = new ArrayList<>();
    if (webConsole().isPresent()) {
      String text = Files.readString(bootstrap);
      addChange(steps, bootstrap, text, WEB.matcher(text).replaceAll("$1"));
    }
    return steps;
  }

  /**
   * The steps to take; the statements of a step are the differences of a file.
   *
   * @param passwords of users that do not exist
   * @param workerQueues queues that are added where they are missing
   * @throws IOException if the directory is not that of a broker
   */
  public List<Step> steps(Map<BrokerUser, String> passwords, List<String> workerQueues)
      throws IOException {
    return steps(passwords, workerQueues, null);
  }

  /**
   * The same steps for a broker of a pair.
   *
   * @param pair null if the part of the broker in a pair does not change
   * @throws IOException if the directory of the messages is not there, too
   */
  public List<Step> steps(
      Map<BrokerUser, String> passwords, List<String> workerQueues, @Nullable BrokerPair pair)
      throws IOException {
    requireInstance();
    List<Step> steps = new ArrayList<>();
    String xml = Files.readString(configuration);
    BrokerXml document = new BrokerXml(xml).merge(BrokerXml.ours(), workerQueues);
    if (pair != null) {
      requireDirectory(pair.store());
      document.join(pair);
    }
    String merged = document.text();
    if (!xml.equals(merged)) {
      steps.add(
          new Step(
              "Change " + configuration,
              new LineDiff(xml, merged)
                  .lines().stream().map(BrokerInstallation::withoutPassword).toList(),
              () -> {
                FileChange.write(configuration, merged);
                if (pair != null) {
                  FileChange.restrict(configuration);
                }
              }));
    }
    String members = Files.readString(roles);
    String wanted = members;
    for (BrokerUser user : BrokerUser.values()) {
      wanted = AccountLines.withMember(wanted, user.login(), user.login());
    }
    addChange(steps, roles, members, wanted);
    if (!passwords.isEmpty()) {
      steps.add(addUsers(passwords));
    }
    return steps;
  }

  /** The broker's part in a pair; empty if it belongs to none. */
  public Optional<PairMember> member() throws IOException {
    return new BrokerXml(Files.readString(configuration)).member(home);
  }

  /** The names of all its users. */
  public Set<String> users() throws IOException {
    Properties names = new Properties();
    try (BufferedReader file = Files.newBufferedReader(users)) {
      names.load(file);
    }
    return new TreeSet<>(names.stringPropertyNames());
  }

  private static String withoutPassword(String line) {
    return PAIR_PASSWORD.matcher(line).replaceFirst("$1...");
  }

  private static void requireDirectory(Path store) throws IOException {
    if (!store.isAbsolute() || !Files.isDirectory(store)) {
      throw new IOException(
          "%s is not the absolute path of a directory: name one on the storage that both brokers mount"
              .formatted(store));
    }
  }

  private void requireInstance() throws IOException {
    if (!Files.isRegularFile(configuration)) {
      throw new IOException(
          "%s does not exist: name the directory of a broker instance, which 'artemis create' makes"
              .formatted(configuration));
    }
  }

  private Step addUsers(Map<BrokerUser, String> passwords) {
    List<String> names = passwords.keySet().stream().map(BrokerUser::login).toList();
    return new Step(
        "Add users %s to %s".formatted(String.join(", ", names), users),
        names.stream().map(name -> "+" + name + " = ...").toList(),
        () -> {
          String text = Files.readString(users);
          for (Map.Entry<BrokerUser, String> each : passwords.entrySet()) {
            text = AccountLines.withUser(text, each.getKey().login(), each.getValue());
          }
          FileChange.write(users, text);
          FileChange.restrict(users);
        });
  }

  private static void addChange(List<Step> steps, Path file, String before, String after) {
    if (!before.equals(after)) {
      steps.add(
          new Step(
              "Change " + file,
              new LineDiff(before, after).lines(),
              () -> FileChange.write(file, after)));
    }
  }
}
