package org.goodtiming.scheduler.system;

import static java.util.Comparator.comparing;

import java.util.Comparator;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Orders the classes: those that leave the servers alone first, each group by name. */
public final class DisruptiveLast implements ClassOrderer {

  private static final Comparator<ClassDescriptor> ORDER =
      comparing((ClassDescriptor test) -> test.isAnnotated(Disruptive.class))
          .thenComparing(test -> test.getTestClass().getName());

  @Override
  public void orderClasses(ClassOrdererContext context) {
    context.getClassDescriptors().sort(ORDER);
  }
}
