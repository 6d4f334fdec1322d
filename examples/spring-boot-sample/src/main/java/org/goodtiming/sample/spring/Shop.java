package org.goodtiming.sample.spring;

import jakarta.jms.ConnectionFactory;
import org.goodtiming.scheduler.api.JobScheduler;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

/** A web shop whose orders are checked later. */
@SpringBootApplication
public class Shop {

  /** Starts it. */
  public static void main(String[] args) {
    SpringApplication.run(Shop.class, args);
  }

  @Bean
  JobScheduler jobScheduler(
      ConnectionFactory transactional,
      @Qualifier("nonXaJmsConnectionFactory") ConnectionFactory direct) {
    return JobScheduler.of(transactional, direct);
  }
}
