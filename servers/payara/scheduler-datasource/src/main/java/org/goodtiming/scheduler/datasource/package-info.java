/** The data source of the scheduler's transactions; a jar in the server's library directory. */
@NullMarked
package org.goodtiming.scheduler.datasource;

import org.jspecify.annotations.NullMarked;
