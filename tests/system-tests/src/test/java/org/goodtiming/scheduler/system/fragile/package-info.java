/** A worker that is deployed to a server to be tested: its instances cannot always be created. */
package org.goodtiming.scheduler.system.fragile;
