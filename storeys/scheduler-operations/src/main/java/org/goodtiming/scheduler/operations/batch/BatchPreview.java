package org.goodtiming.scheduler.operations.batch;

import java.util.List;
import org.goodtiming.scheduler.api.JobKey;
import org.goodtiming.scheduler.operations.row.Row;
import org.jspecify.annotations.Nullable;

/**
 * What a batch operation would change now. A number of one more than is counted stands for more.
 *
 * @param estimate how many they are, where not all are counted; null if that is not known
 * @param samples the first of them; of a move with the due times before and after it
 * @param schedules whose next runs match; cancel and reschedule leave them alone unless told
 *     otherwise, hold always
 * @param dueAtOnce how many a move makes due at once; null unless it is a move
 * @param withoutGrant by queue, how many the user may not change
 * @param runAgain how many of the rows that it resubmits are of runs that were run again
 */
public record BatchPreview(
    int counted,
    @Nullable Long estimate,
    List<Row> samples,
    List<JobKey> schedules,
    @Nullable Integer dueAtOnce,
    List<Row> withoutGrant,
    int runAgain) {}
