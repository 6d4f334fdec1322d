package org.goodtiming.scheduler.cli.doctor;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import jakarta.json.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.goodtiming.scheduler.install.BrokerRequirements;

/**
 * The running broker, as it answers a node.
 *
 * @param broker the answer to {@code GET /broker}
 * @param workerQueues names of the allow-list
 * @param required what nodes need
 * @param commands of the cures
 */
record RunningBroker(
    JsonObject broker, Set<String> workerQueues, BrokerRequirements required, Commands commands) {

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    if (broker.containsKey("version")) {
      findings.addAll(new BrokerVersion(Json.text(broker, "version")).findings());
    }
    findings.addAll(settings());
    List<JsonObject> queues = Json.list(broker, "queues");
    findings.addAll(missing(queues));
    queues.forEach(queue -> findings.addAll(new BrokerQueue(queue).findings()));
    findings.addAll(addresses(queues));
    findings.addAll(heuristicOutcomes());
    if (broker.get("refused") instanceof JsonArray refused && !refused.isEmpty()) {
      String reasons =
          refused.getValuesAs(JsonString.class).stream()
              .map(JsonString::getString)
              .collect(Collectors.joining("; "));
      findings.add(
          new Finding(
              FindingCode.BROKER_REFUSES,
              reasons,
              commands
                  .installBroker()
                  .with("it adds the permissions, which the broker reads within seconds")));
    }
    return findings;
  }

  private List<Finding> settings() {
    List<Finding> findings = new ArrayList<>();
    for (String flag : List.of("persistenceEnabled", "securityEnabled", "persistIdCache")) {
      if (!broker.getBoolean(flag, true)) {
        findings.add(setting(flag + " is false"));
      }
    }
    if (broker.containsKey("idCacheSize")
        && Json.number(broker, "idCacheSize") < required.idCacheSize()) {
      findings.add(
          setting(
              "idCacheSize is %d, not %d"
                  .formatted(Json.number(broker, "idCacheSize"), required.idCacheSize())));
    }
    return findings;
  }

  private Finding setting(String seen) {
    return new Finding(
        FindingCode.BROKER_SETTING,
        "%s: jobs can be lost, doubled or forged".formatted(seen),
        commands
            .installBroker()
            .with("then restart the broker: it reads this setting only at its start"));
  }

  private List<Finding> missing(List<JsonObject> queues) {
    Set<String> names =
        queues.stream().map(queue -> Json.text(queue, "name")).collect(Collectors.toSet());
    Set<String> addresses =
        queues.stream().map(queue -> Json.text(queue, "address")).collect(Collectors.toSet());
    List<Finding> findings = new ArrayList<>();
    for (String own : without(required.queues(), names)) {
      findings.add(
          new Finding(
              FindingCode.NO_OWN_QUEUE,
              "the broker has no queue " + own,
              commands.installQueues().with("the broker creates it within seconds")));
    }
    for (String queue : without(workerQueues, addresses)) {
      findings.add(
          new Finding(
              FindingCode.NO_WORKER_QUEUE,
              "the broker has no queue %s, so that its jobs wait".formatted(queue),
              commands.createQueue(queue).with("the broker creates it within seconds")));
    }
    return findings;
  }

  /** One wrong value in '#' is one finding, whatever the number of addresses. */
  private List<Finding> addresses(List<JsonObject> queues) {
    Map<String, List<JsonObject>> members =
        queues.stream()
            .collect(
                Collectors.groupingBy(
                    queue -> Json.text(queue, "address"), TreeMap::new, Collectors.toList()));
    List<Finding> findings = new ArrayList<>();
    Map<AddressFault, List<String>> faults = new LinkedHashMap<>();
    for (Map.Entry<String, List<JsonObject>> each : members.entrySet()) {
      BrokerAddress address = new BrokerAddress(each.getKey(), each.getValue());
      address.almostFull().ifPresent(findings::add);
      for (AddressFault fault : address.faults()) {
        faults.computeIfAbsent(fault, key -> new ArrayList<>()).add(address.name());
      }
    }
    faults.forEach((fault, names) -> findings.add(fault.finding(names, commands)));
    return findings;
  }

  private static Set<String> without(Set<String> all, Set<String> present) {
    Set<String> missing = new TreeSet<>(all);
    missing.removeAll(present);
    return missing;
  }

  private List<Finding> heuristicOutcomes() {
    Map<String, Long> outcomes =
        Json.list(broker, "heuristicOutcomes").stream()
            .collect(
                Collectors.groupingBy(
                    each -> Json.text(each, "node"), TreeMap::new, Collectors.counting()));
    List<Finding> findings = new ArrayList<>();
    outcomes.forEach((node, count) -> findings.add(heuristicOutcomes(node, count)));
    return findings;
  }

  /** After each outage that the scheduler has settled, a node has some until its next start. */
  private static Finding heuristicOutcomes(String node, long count) {
    if (node.isEmpty()) {
      return new Finding(
          FindingCode.HEURISTIC,
          "%d transactions of applications".formatted(count),
          Cure.advice("restart the servers of the applications, whose recovery forgets them"));
    }
    return new Finding(
        FindingCode.HEURISTIC_OF_NODE,
        "%d transactions of node %s, ended by the scheduler or by hand".formatted(count, node),
        Cure.advice(
            "nothing to do: the next start of %s forgets them; of a node that is gone they stay, and do no harm"
                .formatted(node)));
  }
}
