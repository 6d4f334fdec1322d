package org.goodtiming.scheduler.system;

import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.JMSContext;
import jakarta.jms.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.qpid.protonj2.client.exceptions.ClientException;
import org.apache.qpid.protonj2.types.messaging.AmqpSequence;
import org.apache.qpid.protonj2.types.messaging.AmqpValue;
import org.apache.qpid.protonj2.types.messaging.Data;
import org.goodtiming.scheduler.api.JobDelivery;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Whatever type a client of AMQP sends: the worker gets exactly what was sent, or the registration
 * is refused and kept.
 */
class AmqpTypesIT {

  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final byte[] BYTES = {0, (byte) 0xff, 'S', 'r', 10};

  private final SystemStack stack = SystemStack.shared();
  private final Map<String, AmqpRegistration> registrations = new TreeMap<>();

  private AmqpRegistrant amqp;

  @BeforeEach
  void connect() {
    stack.clear();
    amqp = new AmqpRegistrant(stack.broker());
  }

  @AfterEach
  void disconnect() {
    amqp.close();
    stack.clear();
  }

  @Nightly
  @Test
  void each_type_as_the_body() throws ClientException {
    for (AmqpSample sample : AmqpSample.ALL) {
      register(sample.type()).value(sample.value());
    }
    check();
    assertThat(
            stack.values(
                "SELECT DISTINCT code FROM scheduler.quarantine WHERE job_id LIKE '%int%' OR job_id LIKE '%null%'"))
        .containsExactly("SCHED-0140");
    assertThat(
            stack.values(
                "SELECT convert_from(body, 'UTF8') FROM scheduler.quarantine WHERE job_id LIKE '% int' ORDER BY 1"))
        .containsExactly("-70000", "42");
  }

  @Test
  void each_kind_of_body_section() throws ClientException {
    String text = "Gr\u00fc\u00dfe";
    Data utf8 = new Data(text.getBytes(UTF_8));
    register("no body");
    register("data").bytes(new Data(BYTES), BYTES);
    register("empty data").bytes(new Data(new byte[0]), new byte[0]);
    register("text data").text(utf8, text).contentType("text/plain");
    register("json data").text(utf8, text).contentType("application/json; charset=utf-8");
    register("utf-16 data")
        .bytes(new Data(text.getBytes(UTF_16)), text.getBytes(UTF_16))
        .contentType("text/plain; charset=utf-16");
    register("no utf-8 data").bytes(new Data(BYTES), BYTES).contentType("text/plain");
    register("octets").bytes(new Data(BYTES), BYTES).contentType("application/octet-stream");
    register("odd content type").bytes(new Data(BYTES), BYTES).contentType("none");
    register("java object")
        .refused(new Data(BYTES))
        .contentType("application/x-java-serialized-object");
    register("sequence").refused(new AmqpSequence<>(List.of(1, "two")));
    register("text value of a type").text(new AmqpValue<>("x"), "x").contentType("image/png");
    check();
  }

  @Nightly
  @Test
  void large_ones() throws ClientException {
    String large = "\u2603 ".repeat(60_000);
    register("text").text(new AmqpValue<>(large), large);
    register("data").bytes(new Data(large.getBytes(UTF_8)), large.getBytes(UTF_8));
    register("array").refused(new AmqpValue<>(new int[100_000]));
    for (AmqpSample sample : AmqpSample.ALL) {
      register("text and " + sample.type()).text(new AmqpValue<>(large), large).with("x_v", sample);
    }
    check();
  }

  /** The refused property spoils the conversion of arrays on the broker's thread that met it. */
  @Nightly
  @Test
  void arrays_that_the_broker_converts_on_some_threads_only_are_not_lost() throws ClientException {
    String large = "\u2603 ".repeat(40_000);
    for (int i = 0; i < 60; i++) {
      register("spoiler").text(new AmqpValue<>(large), large).with("x_v", AmqpSample.ARRAY);
      register("array").refused(new AmqpValue<>(new int[] {1, 2}));
      register("text").value("body");
    }
    check();
  }

  @Nightly
  @Test
  void properties_that_the_broker_adds_for_a_body_cannot_be_forged() throws ClientException {
    for (short encoding = 0; encoding < 9; encoding++) {
      register("forged").value(42).foreign("JMS_AMQP_ORIGINAL_ENCODING", encoding);
    }
    check();
  }

  @Nightly
  @Test
  void each_type_as_a_property() throws ClientException {
    for (AmqpSample sample : AmqpSample.ALL) {
      register(sample.type()).value("body").with("x_v", sample);
    }
    check();
  }

  @Nightly
  @Test
  void each_type_as_an_annotation() throws ClientException {
    for (AmqpSample sample : AmqpSample.ALL) {
      for (String name : List.of("x-opt-any", "x-opt-jms-msg-type", "x-opt-jms-reply-to")) {
        register(name + " " + sample.type()).value("body").annotated(name, sample.value());
      }
    }
    check();
  }

  @Nightly
  @Test
  void random_mixtures() throws ClientException {
    long seed = Long.getLong("scheduler.seed", 20_261_122L);
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      AmqpRegistration registration = register("seed " + seed);
      switch (random.nextInt(4)) {
        case 0 -> registration.value(any(random).value());
        case 1 -> registration.bytes(new Data(BYTES), BYTES);
        default -> registration.value("body " + i);
      }
      for (int j = random.nextInt(3); j > 0; j--) {
        registration.with("x_" + j, any(random));
      }
      if (random.nextBoolean()) {
        registration.annotated("x-opt-any", any(random).value());
      }
    }
    check();
  }

  private static AmqpSample any(Random random) {
    return AmqpSample.ALL.get(random.nextInt(AmqpSample.ALL.size()));
  }

  private AmqpRegistration register(String what) {
    String jobId = "%03d %s".formatted(registrations.size(), what);
    AmqpRegistration registration = new AmqpRegistration(jobId);
    registrations.put(jobId, registration);
    return registration;
  }

  private void check() throws ClientException {
    Map<String, String> expected = new TreeMap<>();
    Map<String, String> outcomes = new TreeMap<>();
    for (Map.Entry<String, AmqpRegistration> each : registrations.entrySet()) {
      expected.put(each.getKey(), each.getValue().expected());
      if (!isAccepted(each.getValue())) {
        outcomes.put(each.getKey(), AmqpRegistration.REFUSED);
      }
    }
    receive(outcomes);
    assertThat(outcomes).isEqualTo(expected);
  }

  /** The broker itself refuses some, and may close the connection. */
  private boolean isAccepted(AmqpRegistration registration) throws ClientException {
    if (amqp.send(registration.message())) {
      return true;
    }
    amqp.close();
    amqp = new AmqpRegistrant(stack.broker());
    return false;
  }

  private void receive(Map<String, String> outcomes) {
    Instant end = Instant.now().plus(PATIENCE);
    try (JMSContext context = stack.connectionFactory().createContext();
        var worker = context.createConsumer(context.createQueue("test.registration"))) {
      while (outcomes.size() < registrations.size() && Instant.now().isBefore(end)) {
        Message message = worker.receive(500);
        if (message != null) {
          JobDelivery delivery = JobDelivery.of(message);
          outcomes.merge(
              delivery.jobId(), AmqpRegistration.outcome(delivery), (a, b) -> a + " and " + b);
        } else {
          quarantined().forEach(jobId -> outcomes.put(jobId, AmqpRegistration.REFUSED));
        }
      }
    }
  }

  private List<String> quarantined() {
    return stack.values("SELECT job_id FROM scheduler.quarantine WHERE job_id IS NOT NULL");
  }
}
