package org.goodtiming.scheduler.broker.inspection;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import jakarta.json.JsonObject;
import jakarta.json.spi.JsonProvider;
import java.util.List;
import org.goodtiming.scheduler.broker.BrokerAnswer;
import org.goodtiming.scheduler.broker.BrokerException;
import org.goodtiming.scheduler.broker.BrokerList;
import org.goodtiming.scheduler.broker.BrokerManagement;
import org.jspecify.annotations.Nullable;

/** Reads from the broker's management how much each address holds. */
@Singleton
public record BrokerAddresses(BrokerManagement management) {

  @Inject
  public BrokerAddresses {}

  private static final JsonProvider JSON = JsonProvider.provider();

  /**
   * Where the broker puts what it cannot deliver.
   *
   * @param dead of messages whose deliveries have all failed; null: it deletes them
   * @param expired of messages that have expired; null: it deletes them
   */
  public record Undelivered(@Nullable String dead, @Nullable String expired) {}

  /**
   * Whether the broker holds no message that was sent to an address. It holds one from the send,
   * even if that is only prepared, until the acknowledgement has committed, or the transaction that
   * sends it on to another address has. The number of messages of a queue is no measure: it leaves
   * out those that are prepared, and for moments those that are rolled back (docs/adr/0113).
   *
   * @return false also if the broker does not know the address
   * @throws BrokerException if the broker does not answer, or refuses
   */
  public boolean isEmpty(String address) {
    List<JsonObject> found = new BrokerList("listAddresses", "NAME", address).read(management);
    // Messages on disk have no size in memory
    return found.size() == 1
        && found.get(0).getString("addressSize").equals("0")
        && found.get(0).getString("paging").equals("false");
  }

  /**
   * Reads the address settings that apply to an address.
   *
   * @throws BrokerException if the broker does not answer, or refuses
   */
  public Undelivered undelivered(String address) {
    JsonObject settings = settings(address);
    return new Undelivered(
        settings.getString("deadLetterAddress", null), settings.getString("expiryAddress", null));
  }

  /** The broker's settings of an address; unset ones are absent. */
  JsonObject settings(String address) {
    String parameters = JSON.createArrayBuilder().add(address).build().toString();
    return new BrokerAnswer(management.invoke("broker", "getAddressSettingsAsJSON", parameters))
        .object();
  }
}
