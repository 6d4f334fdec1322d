/** Posts to receivers by HTTPS, signed, and only to addresses that were checked. */
@NullMarked
package org.goodtiming.scheduler.post;

import org.jspecify.annotations.NullMarked;
