package org.goodtiming.scheduler.api;

import java.util.List;
import javax.naming.InitialContext;
import javax.naming.NamingException;

/**
 * Finds a resource of the server by the name that the set-up of the scheduler gives it, such as
 * {@link WireContract#WORKER_CONNECTION_FACTORY}, on each server that the scheduler supports.
 */
public final class ServerResource {

  /**
   * Prefixes of the application's reference, of the global name, and of WildFly's name, in the
   * order of the look-up.
   */
  private static final List<String> PLACES = List.of("java:comp/env/", "", "java:/");

  private ServerResource() {}

  /**
   * @param name without a namespace
   * @throws JobSchedulerException if the server has no such resource of this type
   */
  @SuppressWarnings("BanJNDI") // Names come from the configuration, never from a request
  public static <T> T find(String name, Class<T> type) {
    JobSchedulerException missing =
        new JobSchedulerException(
            "SCHED-0011 the server has no %s with the name %s: finish its set-up"
                .formatted(type.getSimpleName(), name));
    for (String place : PLACES) {
      try {
        return type.cast(InitialContext.doLookup(place + name));
      } catch (NamingException | ClassCastException e) {
        missing.addSuppressed(e);
      }
    }
    throw missing;
  }
}
