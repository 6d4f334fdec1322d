package org.goodtiming.sample.shop;

/** A share of all orders, spread evenly and the same at every run: 0.01 picks every hundredth. */
record Share(double value) {

  Share {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException("A share must be from 0 to 1, not " + value);
    }
  }

  /**
   * @param number of the order, from 1
   */
  boolean picks(int number) {
    return Math.floor(number * value) > Math.floor((number - 1) * value);
  }
}
