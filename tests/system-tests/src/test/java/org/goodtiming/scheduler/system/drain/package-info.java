/** A worker that is deployed to a server to be tested. */
package org.goodtiming.scheduler.system.drain;
