package org.goodtiming.sample.worker;

import org.jspecify.annotations.Nullable;

/** Rolls the delivery back: nothing of the work remains, and the job stays with the broker. */
class DeliveryFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DeliveryFailed(String message, @Nullable Exception cause) {
    super(message, cause);
  }
}
