/** A worker of long runs, deployed by a test. */
package org.goodtiming.scheduler.system.longrun;
