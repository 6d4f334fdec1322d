package org.goodtiming.scheduler.install;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What must be set in a domain before Payara first runs: ports, addresses, options of the JVM. */
public final class DomainXml {
  /** The system property that names the resource adapter of beans that name none. */
  public static final String DEFAULT_RESOURCE_ADAPTER =
      "com.sun.enterprise.connectors.inbound.ramid";

  /** The file, relative to the directory of its domain. */
  public static final String PATH = "config/domain.xml";

  /** The name of the broker's resource adapter. */
  public static final String RESOURCE_ADAPTER = "artemis-ra";

  private static final String LOOPBACK = "127.0.0.1";

  private final Path file;
  private final Document document;

  private DomainXml(Path file, Document document) {
    this.file = file;
    this.document = document;
  }

  /** Reads the file {@code domain.xml}. */
  public static DomainXml read(Path file) throws IOException {
    try {
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
      return new DomainXml(file, document);
    } catch (SAXException | ParserConfigurationException e) {
      throw new IOException(file + " cannot be read: " + e.getMessage(), e);
    }
  }

  /** Users come from this machine alone. */
  public DomainXml listen(int httpPort, int adminPort) {
    listener("http-listener-1", httpPort).setAttribute("address", LOOPBACK);
    listener("admin-listener", adminPort);
    return this;
  }

  /**
   * The port of HTTP.
   *
   * @throws IOException if it is not a number, but a reference
   */
  int httpPort() throws IOException {
    String port = named("network-listener", "name", "http-listener-1").getAttribute("port");
    try {
      return Integer.parseInt(port);
    } catch (NumberFormatException e) {
      throw ServerProblem.PORT.with(file, port);
    }
  }

  /**
   * HTTP listens on the address that a variable of the environment has, unless somebody has chosen
   * one.
   */
  DomainXml httpAddressOf(String variable) {
    Element listener = named("network-listener", "name", "http-listener-1");
    String address = listener.getAttribute("address");
    if (address.isEmpty() || address.equals("0.0.0.0")) {
      listener.setAttribute("address", "${ENV=%s}".formatted(variable));
    }
    return this;
  }

  /** The largest heap. */
  public DomainXml heap(int megabytes) {
    option("-Xmx").setTextContent("-Xmx" + megabytes + "m");
    return this;
  }

  /** The largest heap, unless somebody has changed it from the shipped size. */
  public DomainXml heapInPlaceOf(int shipped, int megabytes) {
    return option("-Xmx").getTextContent().equals("-Xmx" + shipped + "m") ? heap(megabytes) : this;
  }

  /** Below this size of the metaspace no collection starts because it grows. */
  public DomainXml metaspace(int megabytes) {
    return with("-XX:MetaspaceSize=", megabytes + "m");
  }

  /** Disables the telnet shell of the module system, which needs a port and is not used. */
  public DomainXml withoutRemoteShell() {
    var bundles = option("-Dorg.glassfish.additionalOSGiBundlesToStart");
    bundles.setTextContent(bundles.getTextContent().replace("org.apache.felix.shell.remote,", ""));
    return this;
  }

  /** The resource adapter of message-driven beans that name none, instead of Payara's own. */
  public DomainXml defaultResourceAdapter(String name) {
    return with("-D" + DEFAULT_RESOURCE_ADAPTER + "=", name);
  }

  /** Replaces the file. */
  public void write() throws IOException {
    Files.writeString(file, text());
  }

  String text() {
    var text = new StringWriter();
    try {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(document), new StreamResult(text));
    } catch (TransformerException e) {
      throw new IllegalStateException(e);
    }
    return text.toString();
  }

  /** An option of this name that is there already stays. */
  private DomainXml with(String name, String value) {
    if (options().noneMatch(option -> option.getTextContent().startsWith(name))) {
      var option = document.createElement("jvm-options");
      option.setTextContent(name + value);
      option("-Xmx").getParentNode().appendChild(option);
    }
    return this;
  }

  private Element listener(String name, int port) {
    var listener = named("network-listener", "name", name);
    listener.setAttribute("port", Integer.toString(port));
    return listener;
  }

  private Element option(String prefix) {
    return options()
        .filter(option -> option.getTextContent().startsWith(prefix))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no JVM option " + prefix + " in " + file));
  }

  private Stream<Element> options() {
    return elements(server().getElementsByTagName("jvm-options"));
  }

  private Element named(String tag, String attribute, String value) {
    return elements(server().getElementsByTagName(tag))
        .filter(element -> element.getAttribute(attribute).equals(value))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + tag + " " + value + " in " + file));
  }

  // The file also holds default-config, the pattern for instances that we never make.
  private Element server() {
    return elements(document.getElementsByTagName("config"))
        .filter(config -> config.getAttribute("name").equals("server-config"))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no server-config in " + file));
  }

  private static Stream<Element> elements(NodeList nodes) {
    return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).map(Element.class::cast);
  }
}
