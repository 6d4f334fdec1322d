package org.goodtiming.scheduler.quartz;

import java.util.Map;

/**
 * A row of {@code QRTZ_JOB_DETAILS}.
 *
 * @param concurrent false with {@code @DisallowConcurrentExecution}
 * @param keepsData true with {@code @PersistJobDataAfterExecution}
 */
record StoredJob(
    String className, boolean concurrent, boolean keepsData, Map<String, Object> data) {}
