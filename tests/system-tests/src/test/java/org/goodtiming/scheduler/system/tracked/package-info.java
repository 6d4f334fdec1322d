/** A worker of tracked jobs, deployed by a test. */
package org.goodtiming.scheduler.system.tracked;
