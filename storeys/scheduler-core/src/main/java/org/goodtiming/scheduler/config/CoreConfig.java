package org.goodtiming.scheduler.config;

/** The settings of a node that the core reads. */
public interface CoreConfig {

  /** The node's name: unique in the cluster and the same after each restart. */
  String node();

  /** How the database takes part in the scheduler's transactions. */
  TransactionMode transactions();

  TimerConfig timer();

  LeaseConfig lease();

  DispatchConfig dispatch();

  RegistrationConfig registration();

  BrokerConfig broker();
}
