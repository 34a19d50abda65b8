#!/usr/bin/env bash
# The commands of Carbon Spark within the image: carbon policy explain … and the like; carbon help tells more.
set -euo pipefail
home=${CARBON_HOME:-/opt/carbon}
# What asks an engine is a client of its own, and goes without the engine's jars and log.
class_path="$home/engine-commands/*"
flags=(--add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/sun.util.calendar=ALL-UNNAMED)
if [ "${1:-}" = policy ]; then
  class_path="$home/jars/*:$home/commands/*:${SPARK_HOME:-/opt/spark}/jars/*"
  flags=("-Dlog4j2.configurationFile=$home/log4j2.properties")
fi
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dslf4j.internal.verbosity=ERROR "${flags[@]}" -cp "$class_path" io.paladio.carbon.command.Carbon "$@"
