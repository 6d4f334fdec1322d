package org.goodtiming.scheduler.install;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DomainXmlTest {
  static final String SHIPPED =
      """
      <domain>
        <configs>
          <config name="server-config">
            <jvm-options>-Xmx512m</jvm-options>
            <jvm-options>-Dorg.glassfish.additionalOSGiBundlesToStart=a,org.apache.felix.shell.remote,b</jvm-options>
            <network-listener port="8080" name="http-listener-1"/>
            <network-listener port="8181" name="http-listener-2"/>
            <network-listener port="4848" name="admin-listener"/>
          </config>
          <config name="default-config">
            <jvm-options>-Xmx512m</jvm-options>
            <network-listener port="${HTTP_LISTENER_PORT}" name="http-listener-1"/>
          </config>
        </configs>
      </domain>
      """;

  @TempDir private Path directory;
  private Path file;

  @BeforeEach
  void writeShippedDomain() throws IOException {
    file = Files.writeString(directory.resolve("domain.xml"), SHIPPED);
  }

  @Test
  void node_listens_on_its_ports() throws IOException {
    DomainXml.read(file).listen(8090, 4890).write();
    assertThat(Files.readString(file))
        .contains("<network-listener address=\"127.0.0.1\" name=\"http-listener-1\" port=\"8090\"")
        .contains("<network-listener name=\"admin-listener\" port=\"4890\"");
  }

  @Test
  void http_listens_on_the_address_of_a_variable_unless_one_was_chosen() throws IOException {
    DomainXml.read(file).httpAddressOf("ADDRESS").write();
    assertThat(Files.readString(file))
        .contains("<network-listener address=\"${ENV=ADDRESS}\" name=\"http-listener-1\"");

    DomainXml.read(file).listen(8090, 4890).httpAddressOf("ADDRESS").write();
    assertThat(Files.readString(file))
        .contains("<network-listener address=\"127.0.0.1\" name=\"http-listener-1\"");
  }

  @Test
  void pattern_for_other_instances_stays_as_it_is() throws IOException {
    DomainXml.read(file).listen(8090, 4890).heap(768).write();
    assertThat(Files.readString(file))
        .contains("port=\"${HTTP_LISTENER_PORT}\"")
        .containsOnlyOnce("-Xmx768m")
        .containsOnlyOnce("-Xmx512m");
  }

  @Test
  void node_starts_without_collections_for_its_classes() throws IOException {
    DomainXml.read(file).metaspace(192).write();
    assertThat(Files.readString(file))
        .containsOnlyOnce("<jvm-options>-XX:MetaspaceSize=192m</jvm-options>");
  }

  @Test
  void remote_shell_is_left_out() throws IOException {
    DomainXml.read(file).withoutRemoteShell().write();
    assertThat(Files.readString(file)).contains("additionalOSGiBundlesToStart=a,b<");
  }

  @Test
  void beans_without_a_resource_adapter_get_ours() throws IOException {
    DomainXml.read(file).defaultResourceAdapter("artemis-ra").write();
    assertThat(Files.readString(file))
        .containsOnlyOnce(
            "<jvm-options>-Dcom.sun.enterprise.connectors.inbound.ramid=artemis-ra</jvm-options>");
  }

  @Test
  void a_second_time_changes_nothing_and_a_changed_heap_stays() throws IOException {
    change();
    String once = Files.readString(file);
    assertThat(once).containsOnlyOnce("-Xmx768m");
    change();
    assertThat(Files.readString(file)).isEqualTo(once);
    DomainXml.read(file).heap(2048).write();
    change();
    assertThat(Files.readString(file)).contains("-Xmx2048m");
  }

  private void change() throws IOException {
    DomainXml.read(file)
        .heapInPlaceOf(512, 768)
        .metaspace(192)
        .withoutRemoteShell()
        .defaultResourceAdapter("artemis-ra")
        .write();
  }

  @Test
  void domain_of_another_shape_is_refused() throws IOException {
    Files.writeString(file, "<domain><config name=\"server-config\"/></domain>");
    assertThatThrownBy(() -> DomainXml.read(file).heap(768))
        .hasMessageContaining("no JVM option -Xmx in " + file);
  }
}
