package org.goodtiming.scheduler.server;

/** A request that only a working server answers. */
@FunctionalInterface
public interface Question {

  /**
   * @throws Exception if the server did not answer
   */
  void ask() throws Exception;
}
