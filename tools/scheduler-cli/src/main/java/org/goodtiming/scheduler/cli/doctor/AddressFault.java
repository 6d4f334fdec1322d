package org.goodtiming.scheduler.cli.doctor;

import java.util.List;

/**
 * Address settings that are wrong, often in one place for many addresses.
 *
 * @param seen their values
 * @param needed what they should be
 */
record AddressFault(FindingCode code, String seen, String needed) {

  private static final int NAMED = 3;

  /**
   * The finding of all addresses with this fault.
   *
   * @param addresses at least one
   */
  Finding finding(List<String> addresses, Commands commands) {
    return new Finding(
        code,
        subject(addresses) + " " + seen,
        commands
            .installBroker()
            .with(
                "it sets '#', which the broker reads within seconds; if the finding stays, another address-setting of etc/broker.xml matches: there %s"
                    .formatted(needed)));
  }

  private static String subject(List<String> addresses) {
    if (addresses.size() <= NAMED) {
      return String.join(", ", addresses) + (addresses.size() == 1 ? " has" : " have");
    }
    return "%d addresses, among them %s, have"
        .formatted(addresses.size(), String.join(", ", addresses.subList(0, NAMED)));
  }
}
