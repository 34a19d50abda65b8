#!/usr/bin/env bash
# Builds the image from what ./mvnw package left behind. BUILDER is docker, podman or buildah (default: the first that is here).
# Usage: docker/build.sh [TAG]; further arguments go to the builder.
set -euo pipefail
cd "$(dirname "$0")/.."

tag=${1:-carbon-spark:latest}
[ $# -eq 0 ] || shift
context=docker/target/context
class_path=integration-tests/connect-server/target/class-path.txt
commands=policy-rules/target/class-path.txt
engine_commands=engine-commands/target/class-path.txt
shipped=(spark-extension/target/carbon-spark-*-spark4.1_2.13.jar)

if [ ! -s "$class_path" ] || [ ! -s "$commands" ] || [ ! -s "$engine_commands" ] || [ ! -f "${shipped[0]}" ]; then
  ./mvnw -q -DskipTests package -pl spark-extension,engine-commands,integration-tests/connect-server -am </dev/null
  shipped=(spark-extension/target/carbon-spark-*-spark4.1_2.13.jar)
fi

rm -rf "$context"
mkdir -p "$context/jars" "$context/carbon" "$context/commands" "$context/engine-commands"
tr ':' '\n' <"$class_path" | while read -r jar; do cp "$jar" "$context/jars/"; done
cp "${shipped[0]}" "$context/carbon/"
tr ':' '\n' <"$commands" | grep /picocli- | while read -r jar; do cp "$jar" "$context/commands/"; done
cp engine-commands/target/engine-commands-*[0-9].jar "$context/engine-commands/"
tr ':' '\n' <"$engine_commands" | while read -r jar; do cp "$jar" "$context/engine-commands/"; done
cp docker/Dockerfile docker/entrypoint.sh docker/healthcheck.sh docker/carbon.sh docker/jvm.options docker/log4j2.properties "$context/"

if [ -z "${BUILDER:-}" ]; then
  for candidate in docker podman buildah; do
    if command -v "$candidate" >/dev/null; then
      BUILDER=$candidate
      break
    fi
  done
fi
[ -n "${BUILDER:-}" ] || { echo "none of docker, podman, buildah is here; the context is in $context" >&2; exit 2; }
exec "$BUILDER" build --tag "$tag" "$@" "$context"
