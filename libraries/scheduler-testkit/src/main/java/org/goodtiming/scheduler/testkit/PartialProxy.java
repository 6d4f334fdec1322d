package org.goodtiming.scheduler.testkit;

import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Objects of a large interface that support few of its methods. */
final class PartialProxy {

  private PartialProxy() {}

  /**
   * @param purpose for the text of the exception that all other methods throw
   * @param methods by name, of their arguments
   */
  static <T> T of(
      Class<T> type, String purpose, Map<String, Function<Object[], @Nullable Object>> methods) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return ofObject(type, proxy, method.getName(), arguments);
              }
              Function<Object[], @Nullable Object> body = methods.get(method.getName());
              if (body == null) {
                throw unsupported(method.getName(), purpose);
              }
              return body.apply(arguments);
            }));
  }

  /** For debuggers, logs and collections. */
  private static Object ofObject(
      Class<?> type, Object proxy, String method, Object @Nullable [] arguments) {
    return switch (method) {
      case "equals" -> arguments != null && proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> "the test kit's " + type.getSimpleName();
    };
  }

  static UnsupportedOperationException unsupported(String what, String purpose) {
    return new UnsupportedOperationException(
        "the connection of the test kit does not support %s: %s".formatted(what, purpose));
  }
}
