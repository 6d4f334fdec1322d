package org.goodtiming.scheduler.install;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The settings that differ from node to node.
 *
 * @param name unique in the cluster, and the same after each restart
 * @param database where the schema is
 * @param brokers where the broker listens for core clients, or each of a pair
 */
public record NodeSettings(String name, DatabaseAddress database, BrokerAddresses brokers) {

  /** The variable with the address on which a node listens for HTTP. */
  static final String HTTP_ADDRESS = "SCHEDULER_HTTP_ADDRESS";

  private static final Set<String> ADDRESSES =
      Set.of(
          "SCHEDULER_DB_HOST",
          "SCHEDULER_DB_PORT",
          "SCHEDULER_DB_NAME",
          "SCHEDULER_BROKER_HOST",
          "SCHEDULER_BROKER_PORT");

  static final String NODE_NAME = "SCHEDULER_NODE_NAME";

  /** The variable with the directory of the server's transaction log. */
  static final String TRANSACTION_LOG = "SCHEDULER_TX_LOG_DIR";

  /** The variable with the file of the resource adapter. */
  static final String RESOURCE_ADAPTER = "SCHEDULER_RAR";

  /** Variables of the environment, without passwords. */
  Map<String, String> variables(Path directory) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put(NODE_NAME, name);
    all.put(HTTP_ADDRESS, "127.0.0.1");
    all.put("SCHEDULER_TRANSACTIONS", "last-resource");
    all.put(TRANSACTION_LOG, directory.resolve(ServerInstallation.TRANSACTION_LOG).toString());
    all.put(RESOURCE_ADAPTER, directory.resolve("artemis-ra.rar").toString());
    all.put("SCHEDULER_DB_HOST", database.hostsOfNode());
    all.put("SCHEDULER_DB_PORT", database.lastPort());
    all.put("SCHEDULER_DB_NAME", database.database());
    all.put("SCHEDULER_DB_SSL_MODE", "prefer");
    all.put("SCHEDULER_DB_SSL_ROOT_CERT", "none");
    all.put("SCHEDULER_BROKER_HOST", brokers.hostsOfNode());
    all.put("SCHEDULER_BROKER_PORT", brokers.lastPort());
    all.put("SCHEDULER_BROKER_USER", BrokerUser.SCHEDULER.login());
    all.put("SCHEDULER_BROKER_TLS", "sslEnabled=false");
    return all;
  }

  /** Whether an option of the command, other than the name, sets the variable. */
  static boolean isAddress(String variable) {
    return ADDRESSES.contains(variable);
  }
}
