package org.goodtiming.scheduler.system;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;

/** What somebody may want to do with an address of the broker. */
enum BrokerAction {
  SEND {
    @Override
    void attempt(JMSContext context, String address) {
      context.createProducer().send(context.createQueue(address), "by an uninvited hand");
    }
  },
  /** Also what creates the queue, for those who may. */
  CONSUME {
    @Override
    void attempt(JMSContext context, String address) {
      context.createConsumer(context.createQueue(address)).close();
    }
  },
  BROWSE {
    @Override
    void attempt(JMSContext context, String address) throws JMSException {
      context.createBrowser(context.createQueue(address)).getEnumeration().hasMoreElements();
    }
  },
  PUBLISH {
    @Override
    void attempt(JMSContext context, String address) {
      context.createProducer().send(context.createTopic(address), "by an uninvited hand");
    }
  },
  SUBSCRIBE {
    @Override
    void attempt(JMSContext context, String address) {
      context.createConsumer(context.createTopic(address)).close();
    }
  };

  abstract void attempt(JMSContext context, String address) throws JMSException;
}
