package org.goodtiming.scheduler.message;

import jakarta.jms.ObjectMessage;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import org.jspecify.annotations.Nullable;

/**
 * The serialized form of an object message. JMS returns only the deserialized object, and Artemis'
 * JMS_AMQ_SaveStream takes bytes and stream messages only (ActiveMQMessage.checkStream, 2.53); so
 * this class uses Artemis' classes directly.
 */
final class SerializedObject {

  private static final Logger LOG = System.getLogger(SerializedObject.class.getName());

  private SerializedObject() {}

  /** Null where the message is not of a class known here; the quarantine then has all but this. */
  static byte @Nullable [] of(ObjectMessage message) {
    try {
      // Messages of the outbound pool come wrapped (ActiveMQRAObjectMessage), those of the MDB bare
      Object wrapped = field(message, "message");
      Object data = field(wrapped instanceof ObjectMessage inner ? inner : message, "data");
      return data instanceof byte[] bytes ? bytes.clone() : null;
    } catch (IllegalAccessException | InaccessibleObjectException e) {
      LOG.log(Level.WARNING, "SCHED-0163 an object message is kept without its body", e);
      return null;
    }
  }

  private static @Nullable Object field(Object owner, String name) throws IllegalAccessException {
    for (Class<?> type = owner.getClass(); type != null; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (field.getName().equals(name)) {
          field.setAccessible(true);
          return field.get(owner);
        }
      }
    }
    return null;
  }
}
