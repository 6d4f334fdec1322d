package org.goodtiming.scheduler.dev;

/** The application servers that a node can be. */
public enum ServerType {
  PAYARA("Payara") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      var domain = new PayaraDomain(files, ports, surroundings.schedulerPool());
      return new PayaraNode(name, ports, domain, surroundings);
    }
  },
  WILDFLY("WildFly") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      var directory = new WildFlyDirectory(files, ports, surroundings.environment());
      return new WildFlyNode(name, ports, directory, surroundings);
    }
  };

  private final String label;

  ServerType(String label) {
    this.label = label;
  }

  abstract ServerNode node(
      String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings);

  /** The server's own name. */
  @Override
  public String toString() {
    return label;
  }
}
