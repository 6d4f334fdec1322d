package org.goodtiming.scheduler.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSRuntimeException;
import java.util.List;
import org.goodtiming.scheduler.chaos.CommitCutter.Cut;
import org.goodtiming.scheduler.dev.Broker;
import org.goodtiming.scheduler.system.Nightly;
import org.goodtiming.scheduler.system.SystemStack;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the cuts of a worker's commit leave behind, on the broker itself. After {@link Cut#AFTER}
 * either outcome is right: the broker may notice the end of the connection before it reads the
 * commit.
 */
@Nightly
class WorkerCutIT {

  private static final String QUEUE = "chaos.cut";

  private final Broker broker = SystemStack.shared().devStack().broker();
  private final BrokerClient direct = BrokerClient.of(List.of(broker));
  private final BrokerConsole console = new BrokerConsole(direct);
  private final CommitCutter cutter = CommitCutter.ofBroker();
  private TcpProxy proxy;
  private JMSContext session;

  @BeforeEach
  void session_that_has_committed_before() throws Exception {
    console.createQueue(QUEUE);
    proxy = TcpProxy.to(broker.port(), cutter::tap);
    session = BrokerClient.of(broker, proxy.port()).open(JMSContext.SESSION_TRANSACTED);
    send("first");
    session.commit();
  }

  @AfterEach
  void forget() throws Exception {
    session.close();
    proxy.close();
    console.invoke("broker", "destroyQueue", QUEUE);
  }

  @Test
  void before_nothing_is_committed() throws Exception {
    commitFails(Cut.BEFORE);
    assertThat(console.messagesOn(QUEUE)).isEqualTo(1);
  }

  @Test
  void in_the_answer_all_is_committed_though_no_client_learns_it() {
    commitFails(Cut.ANSWER);
    await().until(() -> console.messagesOn(QUEUE) == 2);
  }

  @Test
  void a_commit_without_messages_is_left_alone() throws Exception {
    cutter.arm(Cut.BEFORE);
    session.commit();
    assertThat(cutter.done()).isFalse();
    send("second");
    assertThatThrownBy(session::commit).isInstanceOf(JMSRuntimeException.class);
    assertThat(cutter.done()).isTrue();
  }

  private void commitFails(Cut cut) {
    send("second");
    cutter.arm(cut);
    assertThatThrownBy(session::commit).isInstanceOf(JMSRuntimeException.class);
    assertThat(cutter.done()).isTrue();
  }

  private void send(String text) {
    session.createProducer().send(session.createQueue(QUEUE), text);
  }
}
