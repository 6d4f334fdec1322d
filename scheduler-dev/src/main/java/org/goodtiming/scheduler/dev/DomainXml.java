package org.goodtiming.scheduler.dev;

import java.io.IOException;
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
final class DomainXml {
  static final String DEFAULT_RESOURCE_ADAPTER = "com.sun.enterprise.connectors.inbound.ramid";

  private static final String LOOPBACK = "127.0.0.1";

  private final Path file;
  private final Document document;

  private DomainXml(Path file, Document document) {
    this.file = file;
    this.document = document;
  }

  static DomainXml read(Path file) {
    try {
      var document = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile());
      return new DomainXml(file, document);
    } catch (IOException | SAXException | ParserConfigurationException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  DomainXml listen(NodePorts ports) {
    listener("http-listener-1", ports.http()).setAttribute("address", LOOPBACK);
    listener("admin-listener", ports.admin());
    return this;
  }

  DomainXml heap(int megabytes) {
    option("-Xmx").setTextContent("-Xmx" + megabytes + "m");
    return this;
  }

  /** Below this size of the metaspace no collection starts because it grows. */
  DomainXml metaspace(int megabytes) {
    return with("-XX:MetaspaceSize=" + megabytes + "m");
  }

  /** Disables the telnet shell of the module system, which needs a port and is not used. */
  DomainXml withoutRemoteShell() {
    var bundles = option("-Dorg.glassfish.additionalOSGiBundlesToStart");
    bundles.setTextContent(bundles.getTextContent().replace("org.apache.felix.shell.remote,", ""));
    return this;
  }

  /** The resource adapter of message-driven beans that name none, instead of Payara's own. */
  DomainXml defaultResourceAdapter(String name) {
    return with("-D" + DEFAULT_RESOURCE_ADAPTER + "=" + name);
  }

  void write() {
    try {
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(document), new StreamResult(file.toFile()));
    } catch (TransformerException e) {
      throw Problem.NO_STATE.because(e, file, e);
    }
  }

  private DomainXml with(String text) {
    var option = document.createElement("jvm-options");
    option.setTextContent(text);
    option("-Xmx").getParentNode().appendChild(option);
    return this;
  }

  private Element listener(String name, int port) {
    var listener = named("network-listener", "name", name);
    listener.setAttribute("port", Integer.toString(port));
    return listener;
  }

  private Element option(String prefix) {
    return elements(server().getElementsByTagName("jvm-options"))
        .filter(option -> option.getTextContent().startsWith(prefix))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no JVM option " + prefix + " in " + file));
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
