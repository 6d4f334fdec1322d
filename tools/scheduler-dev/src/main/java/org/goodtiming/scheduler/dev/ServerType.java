package org.goodtiming.scheduler.dev;

/** The application servers that a node can be. */
public enum ServerType {
  PAYARA("Payara") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      return payara(PayaraServer.ofSix(files.distribution()), name, ports, files, surroundings);
    }
  },
  PAYARA7("Payara 7") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      return payara(PayaraServer.ofSeven(files.distribution()), name, ports, files, surroundings);
    }
  },
  WILDFLY("WildFly") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      var directory = new WildFlyDirectory(files, ports, surroundings.environment());
      return new WildFlyNode(name, ports, directory, surroundings);
    }
  },
  LIBERTY("Open Liberty") {
    @Override
    ServerNode node(String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings) {
      var directory = new LibertyDirectory(files, ports);
      return new LibertyNode(name, ports, directory, surroundings);
    }
  };

  private final String label;

  ServerType(String label) {
    this.label = label;
  }

  abstract ServerNode node(
      String name, NodePorts ports, NodeFiles files, NodeEnvironment surroundings);

  ServerNode payara(
      PayaraServer server,
      String name,
      NodePorts ports,
      NodeFiles files,
      NodeEnvironment surroundings) {
    var domain = new PayaraDomain(server, files, ports, surroundings.schedulerPool());
    return new PayaraNode(this, name, ports, domain, surroundings);
  }

  /** The server's own name. */
  @Override
  public String toString() {
    return label;
  }
}
