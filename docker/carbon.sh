#!/usr/bin/env bash
# The commands of Carbon Spark within the image: carbon policy explain … and the like; carbon help tells more.
set -euo pipefail
exec java -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Dlog4j2.configurationFile="${CARBON_HOME:-/opt/carbon}/log4j2.properties" \
  -cp "${CARBON_HOME:-/opt/carbon}/jars/*:${CARBON_HOME:-/opt/carbon}/commands/*:${SPARK_HOME:-/opt/spark}/jars/*" io.paladio.carbon.command.Carbon "$@"
