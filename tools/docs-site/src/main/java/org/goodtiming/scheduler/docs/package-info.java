/**
 * Makes a web site of the pages of {@code docs/}, without the records of decisions. Maven Site was
 * tried: its anchors are not those of GitHub, so that links to headings break, and its skins have
 * scripts that the console's Content-Security-Policy refuses.
 */
@NullMarked
package org.goodtiming.scheduler.docs;

import org.jspecify.annotations.NullMarked;
