package org.goodtiming.sample.shop;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;

/** Where the shop's resources live. */
@ApplicationPath("api")
public class ShopApplication extends Application {}
