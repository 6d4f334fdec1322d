package org.goodtiming.sample.shop;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An order that a customer has placed. */
@Entity
@Table(schema = "shop", name = "orders")
public class Order {

  @Id private String id;

  private String run;

  @Column(name = "placed_at")
  private Instant placedAt;

  @Column(name = "due_at")
  private Instant dueAt;

  @Column(name = "shipped_at")
  private @Nullable Instant shippedAt;

  /** Exists for JPA. */
  @SuppressWarnings("NullAway.Init")
  protected Order() {}

  /**
   * @param run which bulk of orders it belongs to
   * @param checkAfter when its shipment is to be checked
   */
  Order(String id, String run, Duration checkAfter) {
    this.id = id;
    this.run = run;
    this.placedAt = Instant.now();
    this.dueAt = placedAt.plus(checkAfter);
  }

  void ship() {
    shippedAt = Instant.now();
  }

  String id() {
    return id;
  }

  String run() {
    return run;
  }

  /** When it must have been shipped. */
  Instant dueAt() {
    return dueAt;
  }
}
