#!/usr/bin/python3
"""An order check that is a URL: a node of the scheduler posts each job to it. It needs nothing but Python.

    TARGET_SECRET=... ./worker.py CERTIFICATE_WITH_KEY.pem PORT

TARGET_SECRET is the text of scheduler.target.secrets. To try it on one machine, make a certificate, and let the nodes post to localhost:

    openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout key.pem -out cert.pem
    cat cert.pem key.pem > both.pem
    export SCHEDULER_TARGET_SECRETS=$TARGET_SECRET SCHEDULER_TARGET_HOSTS=localhost SCHEDULER_TARGET_PRIVATE_NETWORKS=127.0.0.1
    SCHEDULER_TARGET_CA_FILE=$PWD/cert.pem ./scheduler dev

A job is {"order": "4711", "total": 42}; the result says whether the order may be shipped.
"""

import base64
import hashlib
import hmac
import json
import os
import ssl
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ["TARGET_SECRET"].encode()
LIMIT = 1000

# Answers by the key of a job: it may come again after an answer that no node has stored. A real worker keeps them in its database,
# in the transaction of its work
answers = {}
lock = threading.Lock()


class OrderCheck(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.is_signed(body):
            return self.answer(401, {"error": "the signature is wrong, or old"})
        # The signature covers this key, and not the equal Idempotency-Key
        key = self.headers["webhook-id"]
        with lock:
            if key not in answers:
                answers[key] = check(body)
            status, result = answers[key]
        self.answer(status, result)

    def is_signed(self, body):
        at = self.headers.get("webhook-timestamp", "0")
        signed = ("%s.%s." % (self.headers.get("webhook-id"), at)).encode() + body
        expected = "v1," + base64.b64encode(hmac.new(SECRET, signed, hashlib.sha256).digest()).decode()
        given = self.headers.get("webhook-signature", "").split(" ")
        return any(hmac.compare_digest(expected, each) for each in given) and abs(time.time() - int(at)) < 300

    def answer(self, status, result):
        text = json.dumps(result).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)


def check(body):
    try:
        order = json.loads(body)
        return 200, {"order": order["order"], "ship": order["total"] <= LIMIT}
    except (ValueError, KeyError, TypeError) as e:
        # A status of 4xx: another attempt would not help
        return 422, {"error": "no order: %r" % e}


tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
tls.load_cert_chain(sys.argv[1])
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[2])), OrderCheck)
server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
print("listens on port %d" % server.server_port, flush=True)
server.serve_forever()
