package org.goodtiming.scheduler.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NamedParametersTest {

  @Test
  void each_place_of_a_name_is_a_parameter() {
    var read = NamedParameters.of("SELECT :a, :b_2::int, :a");
    assertThat(read.text()).isEqualTo("SELECT ?, ?::int, ?");
    assertThat(read.ordered(Map.of("a", 1, "b_2", 2))).containsExactly(1, 2, 1);
  }

  @Test
  void a_text_is_read_once() {
    assertThat(NamedParameters.of("SELECT :once")).isSameAs(NamedParameters.of("SELECT :once"));
  }

  @Test
  void casts_literals_and_comments_have_no_parameters() {
    String text = "SELECT a::text[], 'it''s :no, why?', 2 -- :nor this?\n WHERE b = :b";
    var read = NamedParameters.of(text);
    assertThat(read.text()).isEqualTo(text.replace(" = :b", " = ?"));
    assertThat(read.names()).containsExactly("b");
  }

  @Test
  void a_parameter_without_a_value_or_a_value_without_a_parameter_is_a_mistake() {
    var read = NamedParameters.of("SELECT :a");
    assertThatThrownBy(() -> read.ordered(Map.of("b", 1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the statement has the parameters [a], not [b]");
  }

  @Test
  void a_parameter_without_a_name_is_a_mistake() {
    assertThatThrownBy(() -> NamedParameters.of("SELECT :a WHERE b = ?"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a parameter has no name: SELECT :a WHERE b = ?");
  }

  @Test
  void the_value_of_a_part_belongs_to_its_only_parameter() {
    SqlText sql = new SqlText("SELECT :a ", 1).and("b = :b OR c = :b", 2).then("LIMIT :c", 3);
    assertThat(sql.parameters().text()).isEqualTo("SELECT ?  WHERE b = ? OR c = ?\n LIMIT ?");
    assertThat(sql.parameters().ordered(sql.values())).containsExactly(1, 2, 2, 3);
    assertThatThrownBy(() -> new SqlText("SELECT :a, :b", 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("not one parameter but ");
  }

  @Test
  void a_parameter_with_two_values_is_a_mistake() {
    SqlText sql = new SqlText("SELECT :a ", 1).and("b = :a", 1);
    assertThatThrownBy(() -> sql.and("c = :a", 2))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("parameter :a has two values");
  }
}
