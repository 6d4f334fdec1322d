package org.goodtiming.scheduler.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * How a broker is set up as one of a pair.
 *
 * @param role {@code primary} or {@code backup}
 * @param self where it listens
 * @param others the addresses of the others
 * @param store the directory of its journal
 * @param password by which the brokers know each other
 * @param sections settings of which both need the same, by the names of their sections
 */
public record PairMember(
    String role,
    String self,
    List<String> others,
    Path store,
    String password,
    Map<String, String> sections) {}
