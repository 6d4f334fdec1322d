package org.goodtiming.scheduler.testkit;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageListener;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.goodtiming.scheduler.api.JobHandler;

/** The message-driven beans that the compiler has generated from {@link JobHandler}. */
final class HandlerListeners {

  private HandlerListeners() {}

  /**
   * The listeners that call the handlers of a bean, by worker queue.
   *
   * @throws IllegalArgumentException if there is none, or one that needs more of a server than
   *     connections for its reports
   */
  static Map<String, MessageListener> of(Object bean, ConnectionFactory connectionFactory) {
    Map<String, MessageListener> listeners = new HashMap<>();
    for (Method method : bean.getClass().getMethods()) {
      generated(bean.getClass(), method.getName())
          .ifPresent(type -> listeners.put(queue(type), listener(type, bean, connectionFactory)));
    }
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException(
          "no bean was generated for %s: it must have a method with @JobHandler, and the compiler must run the annotation processor of scheduler-api"
              .formatted(bean.getClass().getName()));
    }
    return listeners;
  }

  private static Optional<Class<?>> generated(Class<?> bean, String method) {
    String name =
        bean.getName()
            + method.substring(0, 1).toUpperCase(Locale.ROOT)
            + method.substring(1)
            + "Listener";
    try {
      Class<?> type = Class.forName(name, false, bean.getClassLoader());
      return type.isAnnotationPresent(MessageDriven.class)
          ? Optional.<Class<?>>of(type)
          : Optional.empty();
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static String queue(Class<?> listener) {
    MessageDriven bean = Objects.requireNonNull(listener.getAnnotation(MessageDriven.class));
    return Arrays.stream(bean.activationConfig())
        .filter(property -> property.propertyName().equals("destination"))
        .map(ActivationConfigProperty::propertyValue)
        .findFirst()
        .orElseThrow();
  }

  private static MessageListener listener(
      Class<?> type, Object bean, ConnectionFactory connectionFactory) {
    try {
      MessageListener listener = (MessageListener) type.getDeclaredConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        field.set(listener, resource(field, bean, connectionFactory));
      }
      return listener;
    } catch (ReflectiveOperationException e) {
      throw new IllegalArgumentException("cannot use %s: %s".formatted(type.getName(), e), e);
    }
  }

  private static Object resource(Field field, Object bean, ConnectionFactory connectionFactory) {
    if (field.getType().isInstance(bean)) {
      return bean;
    }
    if (field.getType() == ConnectionFactory.class) {
      return connectionFactory;
    }
    throw new IllegalArgumentException(
        "%s needs a %s, which only a server has: handlers with a RunContext or @Once cannot be called here"
            .formatted(field.getDeclaringClass().getName(), field.getType().getSimpleName()));
  }
}
