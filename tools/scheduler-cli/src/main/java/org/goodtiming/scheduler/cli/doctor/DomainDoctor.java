package org.goodtiming.scheduler.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.goodtiming.scheduler.install.DomainXml;
import org.goodtiming.scheduler.install.IoFailure;
import org.w3c.dom.Document;
import org.xml.sax.SAXException;

/** Examines the domain of a node, which an administrator may have changed. It only reads files. */
public final class DomainDoctor {
  private static final Pattern PAYARA = Pattern.compile("(?m)^payara='(.*)'$");
  private static final String SERVER = "/domain/configs/config[@name='server-config']/";
  private static final Pattern HEAP = Pattern.compile("-Xmx(\\d+)([kmgtKMGT]?)");
  private static final int NEEDED_MEGABYTES = 768;

  /** Of the versions of Java for which Payara takes an option, such as {@code [17|]}. */
  private static final Pattern VERSIONS = Pattern.compile("^\\[[^]]*]");

  /** A node loses transactions or messages without these; pre-boot.asadmin says why. */
  private static final List<Setting> NEEDED =
      List.of(
          Setting.attribute("transaction-service", "automatic-recovery", "true", "false"),
          Setting.attribute("transaction-service", "timeout-in-seconds", "0", "0"),
          Setting.attribute("transaction-service", "tx-log-dir", "${ENV=SCHEDULER_TX_LOG_DIR}", ""),
          Setting.property("transaction-service", "xa-servername", "${ENV=SCHEDULER_NODE_NAME}~"),
          Setting.property("transaction-service", "pending-txn-cleanup-interval", "5"),
          Setting.attribute("jms-service", "type", "DISABLED", "EMBEDDED"));

  /**
   * A setting of the server.
   *
   * @param name for {@code asadmin set}, after the name of the configuration
   * @param path XPath below the configuration
   * @param value that a node needs
   * @param fallback what Payara takes if the file has none
   */
  private record Setting(String name, String path, String value, String fallback) {

    static Setting attribute(String element, String name, String value, String fallback) {
      return new Setting(element + "." + name, element + "/@" + name, value, fallback);
    }

    static Setting property(String element, String name, String value) {
      return new Setting(
          element + ".property." + name,
          "%s/property[@name='%s']/@value".formatted(element, name),
          value,
          "");
    }
  }

  private final Path domain;
  private final XPath xpath = XPathFactory.newInstance().newXPath();

  /**
   * @param domain directory of the domain
   */
  public DomainDoctor(Path domain) {
    this.domain = domain;
  }

  /**
   * Examines the files.
   *
   * @return empty if there is no fault
   */
  public List<Finding> findings() {
    try {
      Document document =
          DocumentBuilderFactory.newInstance()
              .newDocumentBuilder()
              .parse(domain.resolve(DomainXml.PATH).toFile());
      List<Finding> findings = new ArrayList<>();
      for (Setting setting : NEEDED) {
        findings.addAll(setting(document, setting));
      }
      findings.addAll(heap(document));
      findings.addAll(resourceAdapter(document));
      return findings;
    } catch (IOException e) {
      return noDomain(IoFailure.text(e));
    } catch (SAXException | ParserConfigurationException e) {
      return noDomain(e.toString());
    }
  }

  private List<Finding> noDomain(String reason) {
    return List.of(
        new Finding(
            FindingCode.NO_DOMAIN,
            "%s: %s".formatted(domain, reason),
            Cure.advice(
                "name with --node-home the directory of a node, as a user who may read it")));
  }

  private List<Finding> setting(Document document, Setting setting) {
    String found = text(document, setting.path());
    String value = found.isEmpty() ? setting.fallback() : found;
    if (value.equals(setting.value())) {
      return List.of();
    }
    return List.of(
        new Finding(
            FindingCode.DOMAIN_SETTING,
            "%s is '%s', not '%s'".formatted(setting.name(), value, setting.value()),
            asadmin(
                document,
                List.of(
                    List.of(
                        "set",
                        "configs.config.server-config.%s=%s"
                            .formatted(setting.name(), setting.value()))))));
  }

  /** Examines the size of the heap; ignores unreadable values, such as a variable. */
  private List<Finding> heap(Document document) {
    String option =
        text(
            document,
            "java-config/jvm-options[starts-with(., '-Xmx') or starts-with(., '[') and contains(., ']-Xmx')]");
    String heap = VERSIONS.matcher(option).replaceFirst("");
    Matcher parts = HEAP.matcher(heap);
    if (!option.isEmpty() && (!parts.matches() || megabytes(parts) >= NEEDED_MEGABYTES)) {
      return List.of();
    }
    return List.of(
        new Finding(
            FindingCode.SMALL_HEAP,
            "the largest heap is %s"
                .formatted(option.isEmpty() ? "not set" : heap.substring("-Xmx".length())),
            replace(document, option, "-Xmx%dm".formatted(NEEDED_MEGABYTES))));
  }

  /**
   * Examines the resource adapter, without which Payara's message-driven beans receive no messages
   * of the broker.
   */
  private List<Finding> resourceAdapter(Document document) {
    String name = "-D" + DomainXml.DEFAULT_RESOURCE_ADAPTER + "=";
    String option = text(document, "java-config/jvm-options[contains(., '%s')]".formatted(name));
    String value = option.substring(option.indexOf('=') + 1);
    return value.equals(DomainXml.RESOURCE_ADAPTER)
        ? List.of()
        : List.of(
            new Finding(
                FindingCode.DOMAIN_SETTING,
                "option %s is '%s', not '%s'".formatted(name, value, DomainXml.RESOURCE_ADAPTER),
                replace(document, option, name + DomainXml.RESOURCE_ADAPTER)));
  }

  private Cure replace(Document document, String option, String wanted) {
    List<List<String>> changes = new ArrayList<>();
    if (!option.isEmpty()) {
      changes.add(List.of("delete-jvm-options", option));
    }
    changes.add(List.of("create-jvm-options", wanted));
    return asadmin(document, changes);
  }

  private Cure asadmin(Document document, List<List<String>> changes) {
    String port =
        text(
            document,
            "network-config/network-listeners/network-listener[@name='admin-listener']/@port");
    return Cure.by(
            changes.stream()
                .map(
                    change ->
                        Stream.concat(Stream.of(program(), "--port", port), change.stream())
                            .toList())
                .toList())
        .with("while the node runs; then start it again");
  }

  /** Of the server that starts the domain, as far as that can be seen. */
  private String program() {
    try {
      Path script = domain.resolve("goodtiming/start-node");
      if (Files.exists(script)) {
        Matcher payara = PAYARA.matcher(Files.readString(script));
        if (payara.find()) {
          return payara.group(1) + "/bin/asadmin";
        }
      }
    } catch (IOException e) {
      // A user who may not read it finds the program in the path
    }
    return "asadmin";
  }

  private static double megabytes(Matcher heap) {
    double number = Double.parseDouble(heap.group(1));
    return switch (heap.group(2).toLowerCase(Locale.ROOT)) {
      case "t" -> number * 1024 * 1024;
      case "g" -> number * 1024;
      case "m" -> number;
      case "k" -> number / 1024;
      default -> number / 1024 / 1024;
    };
  }

  private String text(Document document, String path) {
    try {
      return xpath.evaluate(SERVER + path, document).strip();
    } catch (XPathExpressionException e) {
      throw new IllegalStateException(e);
    }
  }
}
