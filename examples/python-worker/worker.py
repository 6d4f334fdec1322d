#!/usr/bin/python3
"""A worker in Python: consumes tracked jobs from a worker queue by AMQP, and reports on their runs.

    BROKER_PASSWORD=... ./worker.py amqp://127.0.0.1:61616 QUEUE

The text of a job is a number of pages. The worker "writes" them one after the other; its result is the number of pages.
It receives cancels, and stops between two pages. It saves the number of written pages, so that another attempt goes on there. Needs python3-qpid-proton and libsasl2-modules.
"""

import json
import os
import socket
import sys

from proton import Message, symbol
from proton.handlers import MessagingHandler
from proton.reactor import Container, ReceiverOption

NAME = "%s/%d" % (socket.gethostname(), os.getpid())
SECONDS_PER_PAGE = 0.05


class Topic(ReceiverOption):
    def apply(self, receiver):
        receiver.source.capabilities.put_object(symbol("topic"))


class Worker(MessagingHandler):
    def __init__(self, url, queue):
        # No prefetch: while this worker is busy, other workers take the jobs
        super().__init__(prefetch=0, auto_accept=False)
        self.url = url
        self.queue = queue
        self.delivery = None
        self.started = None

    def on_start(self, event):
        connection = event.container.connect(
            self.url, user=os.environ.get("BROKER_USER", "worker"), password=os.environ["BROKER_PASSWORD"],
            allowed_mechs="PLAIN", sasl_enabled=True)
        self.reports = event.container.create_sender(connection, "scheduler.reports")
        self.control = event.container.create_receiver(
            connection, "scheduler.control", options=Topic())
        self.jobs = event.container.create_receiver(connection, self.queue)
        self.control.flow(100)

    def on_sendable(self, event):
        # Before this, reports could not be sent
        if self.delivery is None and self.jobs.credit == 0:
            self.jobs.flow(1)

    def on_message(self, event):
        if event.receiver == self.control:
            self.cancel(json.loads(event.message.body))
            self.accept(event.delivery)
            self.control.flow(1)
        else:
            self.begin(event)

    def begin(self, event):
        self.delivery = event.delivery
        self.run = {key: event.message.properties["scheduler_" + key] for key in ("fireId", "token")}
        checkpoint = event.message.properties.get("scheduler_checkpoint")
        self.pages = json.loads(checkpoint)["pages"] if checkpoint else 0
        self.cancelled = False
        try:
            self.wanted = int(event.message.body)
        except ValueError as error:
            self.report("failed", message=str(error))
            self.end()
            return
        # Without a report for so long the scheduler sends the job again
        self.started = self.report("started", timeout="PT30S", maxAttempts=3, log=["begins after %d pages" % self.pages])

    def on_accepted(self, event):
        # The scheduler watches the run from now on, so the broker need not keep the message
        if event.delivery == self.started:
            self.accept(self.delivery)
            event.container.schedule(SECONDS_PER_PAGE, self)

    def on_timer_task(self, event):
        if self.cancelled:
            self.report("cancelled", message="stopped after %d pages" % self.pages)
            self.next()
        elif self.pages < self.wanted:
            self.pages += 1
            self.report("progress", progress=100 * self.pages // self.wanted, checkpoint={"pages": self.pages})
            event.container.schedule(SECONDS_PER_PAGE, self)
        else:
            self.report("finished", progress=100, resultJson={"pages": self.pages})
            self.next()

    def cancel(self, told):
        if told.get("event") == "cancel" and self.delivery is not None:
            self.cancelled = self.cancelled or self.run["fireId"] in told["fireIds"]

    def end(self):
        self.accept(self.delivery)
        self.next()

    def next(self):
        self.delivery = None
        self.jobs.flow(1)

    def report(self, event, **fields):
        report = dict(self.run, event=event, worker=NAME, **fields)
        return self.reports.send(Message(body=json.dumps(report), durable=True))


if __name__ == "__main__":
    try:
        Container(Worker(sys.argv[1], sys.argv[2])).run()
    except KeyboardInterrupt:
        pass
