package org.goodtiming.scheduler.dev;

/** A port by its purpose, and the option that chooses another. */
record PortName(String key, String option) {
  static final PortName DATABASE = new PortName("database", "--db-port");
  static final PortName BROKER = new PortName("broker", "--broker-port");

  private static final String PORTS_FILE = "its line in ports.properties of the state directory";

  /** The second broker of a pair. */
  static final PortName BACKUP = new PortName("broker-backup", PORTS_FILE);

  static PortName http(String node) {
    return new PortName(node + ".http", node.equals("node-1") ? "--http-port" : PORTS_FILE);
  }

  static PortName health(String node) {
    return new PortName(node + ".health", PORTS_FILE);
  }

  static PortName admin(String node) {
    return new PortName(node + ".admin", PORTS_FILE);
  }
}
