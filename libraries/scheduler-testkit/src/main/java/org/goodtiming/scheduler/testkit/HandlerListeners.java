package org.goodtiming.scheduler.testkit;

import jakarta.ejb.ActivationConfigProperty;
import jakarta.ejb.MessageDriven;
import jakarta.ejb.Singleton;
import jakarta.jms.ConnectionFactory;
import jakarta.jms.MessageListener;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.goodtiming.scheduler.api.JobHandler;
import org.goodtiming.scheduler.api.JobRequest;
import org.goodtiming.scheduler.api.LongRunContainer;
import org.goodtiming.scheduler.api.Recurring;

/**
 * The beans that the compiler has generated from {@link JobHandler}.
 *
 * @param connectionFactory for reports
 * @param inbox of handlers with {@code @Once}
 * @param container of long runs
 */
record HandlerListeners(
    ConnectionFactory connectionFactory, DataSource inbox, LongRunContainer container) {

  /**
   * The listeners that call the handlers of a bean, by worker queue.
   *
   * @throws IllegalArgumentException if there is none
   */
  Map<String, MessageListener> of(Object bean) {
    Map<String, MessageListener> listeners = new HashMap<>();
    for (Method method : bean.getClass().getMethods()) {
      generated(bean.getClass(), method.getName(), "Listener")
          .filter(type -> type.isAnnotationPresent(MessageDriven.class))
          .ifPresent(type -> listeners.put(queue(type), listener(type, bean)));
    }
    if (listeners.isEmpty()) {
      throw new IllegalArgumentException(
          "no bean was generated for %s: it must have a method with @JobHandler, and the compiler must run the annotation processor of scheduler-api"
              .formatted(bean.getClass().getName()));
    }
    return listeners;
  }

  /** The schedules of the handlers of a bean with {@link Recurring}. */
  static List<JobRequest> schedules(Object bean) {
    return Arrays.stream(bean.getClass().getMethods())
        .map(Method::getName)
        .distinct()
        .flatMap(method -> generated(bean.getClass(), method, "Schedule").stream())
        .filter(type -> type.isAnnotationPresent(Singleton.class))
        .map(HandlerListeners::schedule)
        .toList();
  }

  private static JobRequest schedule(Class<?> type) {
    try {
      Method request = type.getDeclaredMethod("request");
      request.setAccessible(true);
      return (JobRequest) request.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw unusable(type, e);
    }
  }

  private static IllegalArgumentException unusable(Class<?> type, ReflectiveOperationException e) {
    return new IllegalArgumentException("cannot use %s: %s".formatted(type.getName(), e), e);
  }

  private static Optional<Class<?>> generated(Class<?> bean, String method, String suffix) {
    String name =
        bean.getName()
            + method.substring(0, 1).toUpperCase(Locale.ROOT)
            + method.substring(1)
            + suffix;
    try {
      return Optional.of(Class.forName(name, false, bean.getClassLoader()));
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

  private MessageListener listener(Class<?> type, Object bean) {
    try {
      MessageListener listener = (MessageListener) type.getDeclaredConstructor().newInstance();
      for (Field field : type.getDeclaredFields()) {
        field.setAccessible(true);
        field.set(listener, resource(field.getType(), bean));
      }
      return listener;
    } catch (ReflectiveOperationException e) {
      throw unusable(type, e);
    }
  }

  private Object resource(Class<?> type, Object bean) throws ReflectiveOperationException {
    if (type.isInstance(bean)) {
      return bean;
    }
    if (type == ConnectionFactory.class) {
      return connectionFactory;
    }
    return type == DataSource.class ? inbox : longRuns(type);
  }

  /** The generated singleton of the long runs of a handler. */
  private Object longRuns(Class<?> type) throws ReflectiveOperationException {
    Object runs = type.getDeclaredConstructor().newInstance();
    Method start =
        type.getDeclaredMethod("startIn", LongRunContainer.class, ConnectionFactory.class);
    start.setAccessible(true);
    start.invoke(runs, container, connectionFactory);
    return runs;
  }
}
