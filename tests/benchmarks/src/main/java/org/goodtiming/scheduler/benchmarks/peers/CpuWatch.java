package org.goodtiming.scheduler.benchmarks.peers;

import java.util.EnumMap;
import java.util.Map;
import org.goodtiming.scheduler.benchmarks.CpuTime;
import org.goodtiming.scheduler.benchmarks.peers.ContenderList.Server;
import org.goodtiming.scheduler.benchmarks.report.Sample.Cpu;
import org.goodtiming.scheduler.dev.DevStack;

/** Reads the processor time of all processes that work for a contender, before and after. */
final class CpuWatch implements ContenderProcess.Watch {
  private final CpuTime own;
  private final Map<Server, CpuTime> servers = new EnumMap<>(Server.class);
  private Reading begin;
  private Reading end;

  private record Reading(double own, Map<Server, Double> servers) {}

  CpuWatch(DevStack stack, ContenderList contender, long pid) {
    own = new CpuTime(pid);
    for (var server : Server.values()) {
      if (contender.uses(server)) {
        servers.put(server, new CpuTime(pid(stack, server)));
      }
    }
    begin = read();
    end = begin;
  }

  @Override
  public void begin() {
    begin = read();
  }

  @Override
  public void end() {
    end = read();
  }

  /** None where no job was done. */
  Cpu perJob(int jobs) {
    if (jobs == 0) {
      return new Cpu(0, 0, 0, 0);
    }
    return new Cpu(
        (end.own - begin.own) / jobs,
        perJob(Server.DATABASE, jobs),
        perJob(Server.BROKER, jobs),
        perJob(Server.NODE, jobs));
  }

  private double perJob(Server server, int jobs) {
    return (end.servers.getOrDefault(server, 0.0) - begin.servers.getOrDefault(server, 0.0)) / jobs;
  }

  private Reading read() {
    Map<Server, Double> micros = new EnumMap<>(Server.class);
    servers.forEach((server, time) -> micros.put(server, time.withChildren()));
    return new Reading(own.withChildren(), micros);
  }

  private static long pid(DevStack stack, Server server) {
    return switch (server) {
      case DATABASE -> stack.database().pid();
      case BROKER -> stack.broker().pid();
      case NODE -> stack.node(1).pid();
    };
  }
}
