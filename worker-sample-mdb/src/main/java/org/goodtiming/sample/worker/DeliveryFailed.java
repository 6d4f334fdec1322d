package org.goodtiming.sample.worker;

/** Rolls the delivery back: nothing of the work remains, and the job stays with the broker. */
class DeliveryFailed extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DeliveryFailed(String message, Exception cause) {
    super(message, cause);
  }
}
