package org.goodtiming.scheduler.install;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The configuration of a broker as a member of a pair.
 *
 * @param role {@code primary} or {@code backup}
 * @param self its address
 * @param others the addresses of the other brokers
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
