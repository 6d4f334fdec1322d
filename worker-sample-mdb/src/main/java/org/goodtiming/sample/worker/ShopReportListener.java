package org.goodtiming.sample.worker;

import jakarta.annotation.Resource;
import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.Message;
import jakarta.jms.MessageListener;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobDelivery;

/** The worker of queue {@code shop-report}, whose jobs recur. */
@MessageDriven(
    name = "ShopReportListener",
    activationConfig = {
      @ActivationConfigProperty(propertyName = "destination", propertyValue = "shop-report"),
      @ActivationConfigProperty(
          propertyName = "destinationType",
          propertyValue = "jakarta.jms.Queue"),
      @ActivationConfigProperty(propertyName = "useJNDI", propertyValue = "false"),
      @ActivationConfigProperty(propertyName = "setupAttempts", propertyValue = "-1"),
      @ActivationConfigProperty(propertyName = "setupInterval", propertyValue = "2000"),
      @ActivationConfigProperty(propertyName = "rebalanceConnections", propertyValue = "false")
    })
public class ShopReportListener implements MessageListener {

  @Resource(lookup = "jdbc/shop")
  private DataSource shop;

  @Override
  public void onMessage(Message message) {
    new ShopReports(shop).make(JobDelivery.of(message));
  }
}
