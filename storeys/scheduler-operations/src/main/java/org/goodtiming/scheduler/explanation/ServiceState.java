package org.goodtiming.scheduler.explanation;

import java.util.List;
import org.goodtiming.scheduler.policy.Cause;
import org.jspecify.annotations.Nullable;

/**
 * Whether and how fast a worker queue or partition is served.
 *
 * @param causes why it is not served, the most important first; empty if it is
 * @param limits what delays its due jobs although it is served; null if nothing does
 */
public record ServiceState(List<Cause> causes, @Nullable String limits) {}
