# Sourced by the entry point of Payara's container image before the server starts; without the gate it does not.
java -jar /opt/payara/scheduler-gate.jar || exit 1
