package org.goodtiming.scheduler.dev;

import java.util.stream.Collectors;

/** Information for people about a running stack. */
final class Banner {
  private Banner() {}

  static String of(DevStack stack) {
    return """

        The stack is up.
        %s
          PostgreSQL    %s
                        users postgres, %s; psql -h %s -p %d -U %s %s
          Artemis       %s (core, AMQP, STOMP), user %s
          Passwords     %s (console and REST API: rest.admin)
          Logs          %s

        Stop it with Ctrl-C, or with './scheduler stop' from elsewhere. The data stays;
        './scheduler dev --fresh' deletes it. './scheduler status' shows what is running.
        To try an outage: './scheduler stop broker --kill', then './scheduler start broker'.
        """
        .formatted(
            stack.nodes().stream().map(Banner::node).collect(Collectors.joining()),
            stack.database().url(),
            DatabaseUser.OWNER.role()
                + ", "
                + DatabaseUser.READER.role()
                + ", "
                + DatabaseUser.SHOP.role(),
            stack.database().host(),
            stack.database().port(),
            DatabaseUser.READER.role(),
            Database.NAME,
            stack.broker().url(),
            stack.broker().user(),
            stack.passwordFile(),
            stack.logs());
  }

  private static String node(ServerNode node) {
    return """
          %-13s %s, %s
                        console %s, user %s, password rest.admin
                        REST API %s
                        log %s
        """
        .formatted(
            node.name(),
            node.url(),
            node.administration(),
            node.consoleUrl(),
            node.restUser(),
            node.restUrl(),
            node.log());
  }
}
