package org.goodtiming.scheduler.console;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Locale;

/** The theme of the system and the size of the window. */
record Appearance(ColorScheme theme, int width) {

  static final int DESKTOP = 1280;
  static final int PHONE = 375;

  private static final int HEIGHT = 800;

  static final Appearance LIGHT = new Appearance(ColorScheme.LIGHT, DESKTOP);
  static final Appearance DARK = new Appearance(ColorScheme.DARK, DESKTOP);
  static final Appearance LIGHT_PHONE = new Appearance(ColorScheme.LIGHT, PHONE);
  static final Appearance DARK_PHONE = new Appearance(ColorScheme.DARK, PHONE);

  static final List<Appearance> ALL = List.of(LIGHT, DARK, LIGHT_PHONE, DARK_PHONE);

  /**
   * Of a new window, without animations and in a fixed zone, so that screenshots can be compared.
   */
  NewContextOptions options() {
    return new NewContextOptions()
        .setColorScheme(theme)
        .setViewportSize(width, HEIGHT)
        .setReducedMotion(ReducedMotion.REDUCE)
        .setTimezoneId("Europe/Berlin")
        .setLocale("en-GB");
  }

  void applyTo(Page page) {
    page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(theme));
    page.setViewportSize(width, HEIGHT);
  }

  String themeName() {
    return theme.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String toString() {
    return themeName() + " at " + width + " px";
  }
}
