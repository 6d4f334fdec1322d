/** The same as the sample web shop, with Spring Boot. */
@NullMarked
package org.goodtiming.sample.spring;

import org.jspecify.annotations.NullMarked;
