package org.goodtiming.scheduler.web.login;

import java.util.LinkedHashMap;
import java.util.Map;

/** Drops the oldest entry when there are too many. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int limit;

  BoundedMap(int limit) {
    this.limit = limit;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > limit;
  }
}
