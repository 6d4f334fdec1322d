package org.goodtiming.scheduler.broker.inspection;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonString;
import jakarta.json.spi.JsonProvider;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.goodtiming.scheduler.broker.BrokerAnswer;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.broker.BrokerList;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.goodtiming.scheduler.broker.RefusedByBrokerException;

/** Queries the data for the doctor's examination by the broker's management address. */
@Singleton
public record BrokerInspector(BrokerManagement management) {

  private static final JsonProvider JSON = JsonProvider.provider();
  private static final String OWN_ADDRESSES = "scheduler.";

  private static final Map<String, String> SETTINGS = new LinkedHashMap<>();

  static {
    SETTINGS.put("version", "getVersion");
    SETTINGS.put("persistenceEnabled", "isPersistenceEnabled");
    SETTINGS.put("securityEnabled", "isSecurityEnabled");
    SETTINGS.put("persistIdCache", "isPersistIDCache");
    SETTINGS.put("idCacheSize", "getIDCacheSize");
  }

  private static final Map<String, String> OUTCOMES =
      Map.of(
          "committed",
          "listHeuristicCommittedTransactions",
          "rolled-back",
          "listHeuristicRolledBackTransactions");

  /** Members of the address settings, by their names in the answer. */
  private static final Map<String, String> POLICIES =
      Map.of(
          "addressFullPolicy",
          "addressFullMessagePolicy",
          "pageFullPolicy",
          "pageFullMessagePolicy",
          "diskFullPolicy",
          "diskFullMessagePolicy",
          "deadLetterAddress",
          "deadLetterAddress",
          "expiryAddress",
          "expiryAddress");

  /** A branch of Payara begins with the name of its node: see pre-boot.asadmin. */
  private static final Pattern NODE = Pattern.compile("^([\\w.-]+)~");

  @Inject
  public BrokerInspector {}

  /**
   * The state of the broker as JSON.
   *
   * @param workerQueues are shown beside the queues and subscriptions of the scheduler's addresses,
   *     as far as they exist
   * @throws BrokerException if the broker does not answer
   */
  public JsonObject inspect(Set<String> workerQueues) {
    JsonObjectBuilder state = JSON.createObjectBuilder();
    JsonArrayBuilder refused = JSON.createArrayBuilder();
    SETTINGS.forEach((member, operation) -> addSetting(member, operation, state, refused));
    return state
        .add("refused", refused)
        .add("heuristicOutcomes", heuristicOutcomes())
        .add("queues", queues(workerQueues))
        .build();
  }

  private void addSetting(
      String member, String operation, JsonObjectBuilder state, JsonArrayBuilder refused) {
    try {
      state.add(member, ask(operation).value());
    } catch (RefusedByBrokerException e) {
      refused.add(e.getMessage());
    }
  }

  private JsonArrayBuilder heuristicOutcomes() {
    JsonArrayBuilder outcomes = JSON.createArrayBuilder();
    OUTCOMES.forEach(
        (outcome, operation) ->
            ask(operation).value().asJsonArray().getValuesAs(JsonString.class).stream()
                .map(xid -> heuristicOutcome(xid.getString(), outcome))
                .forEach(outcomes::add));
    return outcomes;
  }

  private static JsonObjectBuilder heuristicOutcome(String xid, String outcome) {
    JsonObjectBuilder json = JSON.createObjectBuilder().add("xid", xid).add("outcome", outcome);
    Matcher node = NODE.matcher(new String(Base64.getUrlDecoder().decode(xid), ISO_8859_1));
    return node.find() ? json.add("node", node.group(1)) : json;
  }

  private JsonArrayBuilder queues(Set<String> workerQueues) {
    List<JsonObject> addresses = new BrokerList("listAddresses", "", "").read(management);
    List<JsonObject> queues = new BrokerList("listQueues", "TEMPORARY", "false").read(management);
    return queues(queues, addresses, workerQueues, new BrokerAddresses(management)::settings);
  }

  /**
   * Describes the queues that are shown.
   *
   * @param queues as {@code listQueues} has them
   * @param addresses as {@code listAddresses} has them
   * @param settings asks for the settings of an address
   */
  static JsonArrayBuilder queues(
      List<JsonObject> queues,
      List<JsonObject> addresses,
      Set<String> workerQueues,
      Function<String, JsonObject> settings) {
    Map<String, JsonObject> fills = byName(addresses);
    Map<String, JsonObject> known = new HashMap<>();
    JsonArrayBuilder shown = JSON.createArrayBuilder();
    byName(queues).values().stream()
        .filter(queue -> isShown(queue, workerQueues))
        .map(queue -> queue(queue, fills, address -> known.computeIfAbsent(address, settings)))
        .forEach(shown::add);
    return shown;
  }

  /**
   * Indexes the entries by name. Changes during the query move entries, so that two pages may
   * contain the same entry.
   */
  private static Map<String, JsonObject> byName(List<JsonObject> entries) {
    Map<String, JsonObject> byName = new LinkedHashMap<>();
    entries.forEach(entry -> byName.put(entry.getString("name"), entry));
    return byName;
  }

  private static boolean isShown(JsonObject queue, Set<String> workerQueues) {
    String address = queue.getString("address");
    return address.startsWith(OWN_ADDRESSES) || workerQueues.contains(address);
  }

  private static JsonObjectBuilder queue(
      JsonObject queue,
      Map<String, JsonObject> addresses,
      Function<String, JsonObject> settingsOf) {
    String address = queue.getString("address");
    JsonObject settings = settingsOf.apply(address);
    JsonObjectBuilder json =
        JSON.createObjectBuilder()
            .add("name", queue.getString("name"))
            .add("address", address)
            .add("messages", Long.parseLong(queue.getString("messageCount")))
            .add("consumers", Integer.parseInt(queue.getString("consumerCount")))
            .add("paused", Boolean.parseBoolean(queue.getString("paused")));
    JsonObject fill = addresses.get(address);
    if (fill != null) {
      AddressFill.of(fill, settings).ifPresent(percent -> json.add("usedPercent", percent));
    }
    POLICIES.forEach(
        (member, setting) -> {
          if (settings.containsKey(setting)) {
            json.add(member, settings.getString(setting));
          }
        });
    return json;
  }

  private BrokerAnswer ask(String operation) {
    return new BrokerAnswer(management.invoke("broker", operation, "[]"));
  }
}
