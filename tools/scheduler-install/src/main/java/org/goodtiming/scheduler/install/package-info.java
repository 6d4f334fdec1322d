/** Sets up what an installation needs: database, broker and server. */
@NullMarked
package org.goodtiming.scheduler.install;

import org.jspecify.annotations.NullMarked;
