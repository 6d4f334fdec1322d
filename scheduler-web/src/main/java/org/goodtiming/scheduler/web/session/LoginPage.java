package org.goodtiming.scheduler.web.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.goodtiming.scheduler.web.http.Problem;

/** The page for a user whose login at the OpenID provider failed. */
final class LoginPage {

  private static final String PAGE =
      """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>Login refused · Good Timing</title>
      <link rel="icon" href="%1$simg/favicon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="%1$scss/console.css">
      </head>
      <body>
      <div id="root"><main class="login"><form class="dialog" action="%1$s">
      <h1>You are not logged in</h1>
      <p role="alert">%2$s</p>
      <footer><button type="submit" class="primary" autofocus>Back to the login</button></footer>
      </form></main></div>
      </body>
      </html>
      """;

  private LoginPage() {}

  /** Answers with the text of the problem, and a way back. */
  static void refuse(
      HttpServletRequest request, HttpServletResponse response, Problem problem, Object... values)
      throws IOException {
    response.setStatus(problem.status());
    response.setHeader("Cache-Control", "no-store");
    response.setContentType("text/html;charset=UTF-8");
    response
        .getOutputStream()
        .write(
            PAGE.formatted(request.getContextPath() + "/", escaped(problem.shown(values)))
                .getBytes(UTF_8));
  }

  /** Escapes a text for HTML. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
