package org.goodtiming.scheduler.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NamedNodeMap;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * The configuration of a broker, into which ours is merged: what ours names is replaced, all else
 * stays.
 */
final class BrokerXml {
  private static final String CORE = "urn:activemq:core";

  /** Without these a message can be lost, doubled, or come from somebody else than it says. */
  private static final List<String> SETTINGS =
      List.of(
          "persistence-enabled",
          "journal-datasync",
          "min-disk-free",
          "disk-scan-period",
          "id-cache-size",
          "persist-id-cache",
          "transaction-timeout",
          "security-enabled",
          "populate-validated-user",
          "uuid-namespace",
          "management-message-rbac");

  /** The role of queues of samples and tests. */
  private static final String SAMPLE_ROLE = "order-check";

  /** Lists that a pair shares with bridges, which may use further entries. */
  private static final Set<String> LISTS = Set.of("connectors", "cluster-connections");

  private static final Set<String> PATTERNS = Set.of("#", "receipts.#", "temporary.#");
  private static final List<String> PREFIXES = List.of("scheduler.", "activemq.", "mops.");

  private final Document document;
  private final String prolog;

  BrokerXml(String text) throws IOException {
    document = parse(text);
    int root = text.indexOf("<configuration");
    if (root < 0) {
      throw new IOException("broker.xml has no element configuration");
    }
    prolog = text.substring(0, root);
  }

  /** The configuration of the development stack. */
  static BrokerXml ours() throws IOException {
    try (InputStream file = requireNonNull(BrokerXml.class.getResourceAsStream("broker.xml"))) {
      return new BrokerXml(new String(file.readAllBytes(), UTF_8));
    }
  }

  /**
   * Merges the configuration of the development stack, without the samples, into this one.
   *
   * @param workerQueues queues that are added where they are missing
   */
  BrokerXml merge(BrokerXml ours, List<String> workerQueues) {
    for (String setting : SETTINGS) {
      set(setting, ours.setting(setting));
    }
    mergeSection(ours, "security-settings", "match", BrokerXml::isOurs);
    mergeSection(ours, "address-settings", "match", BrokerXml::isOurs);
    mergeSection(ours, "diverts", "name", name -> true);
    mergeSection(ours, "addresses", "name", BrokerXml::isOurs);
    workerQueues.forEach(this::addQueue);
    restrictAcceptors();
    return this;
  }

  /**
   * Makes the broker a member of a pair; keeps the existing password if there is none, as in a dry
   * run.
   */
  BrokerXml join(BrokerPair pair) throws IOException {
    pair.directories().forEach(this::set);
    BrokerXml sections = pair.sections();
    for (Element section : elements(sections.core())) {
      String name = section.getLocalName();
      if (LISTS.contains(name)) {
        mergeSection(sections, name, "name", entry -> true);
        continue;
      }
      Element theirs = child(name);
      Element ours = (Element) document.importNode(section, true);
      if (theirs == null) {
        insert(ours, child("acceptors"));
      } else if (!(text(ours).isEmpty() && elements(ours).isEmpty())) {
        theirs.getParentNode().replaceChild(ours, theirs);
      }
    }
    return this;
  }

  /**
   * Reads the broker's part in a pair.
   *
   * @param home base of relative directories
   * @return empty if it belongs to no pair with a shared store
   */
  Optional<PairMember> member(Path home) {
    Element policy = descendant("ha-policy", "shared-store");
    Element connection = descendant("cluster-connections", "cluster-connection");
    if (policy == null || connection == null) {
      return Optional.empty();
    }
    Map<String, String> connectors =
        elements(child("connectors")).stream()
            .collect(
                Collectors.toMap(
                    each -> each.getAttribute("name"),
                    each -> text(each).replaceAll("^\\w+://|[?;].*", "")));
    boolean backup =
        elements(policy).stream().anyMatch(each -> each.getLocalName().matches("backup|slave"));
    return Optional.of(
        new PairMember(
            backup ? "backup" : "primary",
            connectors.getOrDefault(text(named(connection, "connector-ref")), ""),
            elements(named(connection, "static-connectors")).stream()
                .map(each -> connectors.getOrDefault(text(each), ""))
                .toList(),
            home.resolve(text(child("journal-directory"))).normalize(),
            text(child("cluster-password")),
            Stream.of("security-settings", "address-settings", "diverts")
                .collect(Collectors.toMap(name -> name, name -> content(child(name))))));
  }

  private @Nullable Element descendant(String section, String name) {
    return named(child(section), name);
  }

  private static @Nullable Element named(@Nullable Node parent, String name) {
    return elements(parent).stream()
        .filter(element -> name.equals(element.getLocalName()))
        .findFirst()
        .orElse(null);
  }

  private static String text(@Nullable Element element) {
    return element == null ? "" : element.getTextContent().strip();
  }

  /** The content with names and attributes, without white space and comments. */
  private static String content(@Nullable Element element) {
    if (element == null) {
      return "";
    }
    NamedNodeMap attributes = element.getAttributes();
    String start =
        IntStream.range(0, attributes.getLength())
            .mapToObj(attributes::item)
            .map(each -> each.getNodeName() + "=" + each.getNodeValue())
            .filter(each -> !each.startsWith("xmlns"))
            .sorted()
            .collect(Collectors.joining(" ", element.getLocalName() + " ", ""));
    List<Element> children = elements(element);
    return start
        + (children.isEmpty()
            ? text(element)
            : children.stream()
                .map(BrokerXml::content)
                .sorted()
                .collect(Collectors.joining(",", "{", "}")));
  }

  /** The addresses of the acceptors. */
  List<String> acceptors() {
    return elements(child("acceptors")).stream()
        .map(acceptor -> acceptor.getTextContent().strip())
        .toList();
  }

  /** The queues of the scheduler's addresses. */
  Set<String> ownQueues() {
    return elements(child("addresses")).stream()
        .filter(address -> isOurs(address.getAttribute("name")))
        .flatMap(address -> elements(address).stream())
        .flatMap(routing -> elements(routing).stream())
        .map(queue -> queue.getAttribute("name"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** The text of a setting that the document has. */
  String setting(String name) {
    Element element = child(name);
    if (element == null) {
      throw new IllegalStateException("broker.xml of this version lacks a setting: " + name);
    }
    return element.getTextContent().strip();
  }

  /** The document as text, which begins as before. */
  String text() {
    try {
      Transformer writer = TransformerFactory.newInstance().newTransformer();
      writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      StringWriter text = new StringWriter();
      writer.transform(new DOMSource(document.getDocumentElement()), new StreamResult(text));
      return prolog + text + "\n";
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
  }

  private static boolean isOurs(String name) {
    return PATTERNS.contains(name)
        || PREFIXES.stream().anyMatch(name::startsWith)
        || name.equals("activemq.management");
  }

  private void set(String name, String value) {
    Element element = child(name);
    if (element == null) {
      element = document.createElementNS(CORE, name);
      insert(element, child("acceptors"));
    }
    if (!element.getTextContent().strip().equals(value)) {
      element.setTextContent(value);
    }
  }

  /** Entries of ours replace those of the same name; entries that are only here follow them. */
  private void mergeSection(BrokerXml ours, String section, String key, Predicate<String> wanted) {
    Element theirs = child(section);
    Element merged = (Element) document.importNode(ours.child(section), true);
    for (Element entry : elements(merged)) {
      if (!wanted.test(entry.getAttribute(key))) {
        removeWithComment(entry);
      }
    }
    withoutSampleRole(merged);
    Set<String> names =
        elements(merged).stream().map(entry -> entry.getAttribute(key)).collect(Collectors.toSet());
    if (theirs == null) {
      insert(merged, null);
      return;
    }
    for (Element entry : elements(theirs)) {
      if (!names.contains(entry.getAttribute(key))) {
        append(merged, entry);
      }
    }
    theirs.getParentNode().replaceChild(merged, theirs);
  }

  private void addQueue(String name) {
    Element addresses = requireNonNull(child("addresses"));
    if (elements(addresses).stream().anyMatch(each -> each.getAttribute("name").equals(name))) {
      return;
    }
    Element queue = document.createElementNS(CORE, "queue");
    queue.setAttribute("name", name);
    Element anycast = document.createElementNS(CORE, "anycast");
    anycast.appendChild(queue);
    Element address = document.createElementNS(CORE, "address");
    address.setAttribute("name", name);
    address.appendChild(anycast);
    append(addresses, address);
  }

  private void restrictAcceptors() {
    for (Element acceptor : elements(child("acceptors"))) {
      String uri = acceptor.getTextContent();
      Optional<String> restricted = AcceptorUri.restricted(uri);
      if (restricted.isEmpty()) {
        removeWithComment(acceptor);
      } else if (!uri.equals(restricted.get())) {
        acceptor.setTextContent(restricted.get());
      }
    }
  }

  private static void withoutSampleRole(Element section) {
    for (Element entry : elements(section)) {
      for (Element permission : elements(entry)) {
        String roles = permission.getAttribute("roles");
        if (!roles.isEmpty()) {
          permission.setAttribute(
              "roles",
              Arrays.stream(roles.split(","))
                  .filter(role -> !role.equals(SAMPLE_ROLE))
                  .collect(Collectors.joining(",")));
        }
      }
    }
  }

  private void insert(Element element, @Nullable Node before) {
    Node core = core();
    Node place = before == null ? core.getLastChild() : before;
    core.insertBefore(document.createTextNode("\n\n    "), place);
    core.insertBefore(element, place);
    if (before != null) {
      core.insertBefore(document.createTextNode("\n    "), before);
    }
  }

  private void append(Element section, Element entry) {
    section.insertBefore(document.createTextNode("\n      "), section.getLastChild());
    section.insertBefore(entry, section.getLastChild());
  }

  /** Removes an entry with the white space and the comments before it. */
  private static void removeWithComment(Element entry) {
    Node parent = entry.getParentNode();
    Node before = entry.getPreviousSibling();
    while (before != null && before.getNodeType() != Node.ELEMENT_NODE) {
      parent.removeChild(before);
      before = entry.getPreviousSibling();
    }
    parent.removeChild(entry);
  }

  private Node core() {
    return document.getElementsByTagNameNS(CORE, "core").item(0);
  }

  private @Nullable Element child(String name) {
    return named(core(), name);
  }

  private static List<Element> elements(@Nullable Node parent) {
    List<Element> elements = new ArrayList<>();
    Node child = parent == null ? null : parent.getFirstChild();
    while (child != null) {
      if (child instanceof Element element) {
        elements.add(element);
      }
      child = child.getNextSibling();
    }
    return elements;
  }

  private static Document parse(String text) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setNamespaceAware(true);
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      DocumentBuilder builder = factory.newDocumentBuilder();
      // Without it, errors are printed, too
      builder.setErrorHandler(new DefaultHandler());
      return builder.parse(new InputSource(new StringReader(text)));
    } catch (SAXException e) {
      throw new IOException("broker.xml cannot be read: " + e.getMessage(), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException(e);
    }
  }
}
