#!/usr/bin/env bash
# The quick start: builds what it needs, then starts an embedded platform, a governed Spark Connect server and clients, shows what
# three people see, and ends with 0 only if each saw exactly what is right. Needs a JDK 17 and nothing else.
#   --serve            stays up; target/quickstart/connection.json says how to connect; Enter or SIGTERM stops it
#   --policies DIR     a folder of Index documents in place of the sample's
#   --init FILE.sql    statements run once as admin after the sample data
#   --conf KEY=VALUE   further Spark configuration; may stand more than once
#   --help             prints this
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$PWD
state=$root/target/quickstart
modules=spark-extension,integration-tests/platform,integration-tests/connect-server,integration-tests/connect-client

is_java_17() { [ -x "$1/bin/javac" ] && "$1/bin/javac" -version 2>&1 | grep -q '^javac 17\.'; }

find_java() {
  local on_path home
  on_path=$(command -v javac || true)
  for home in "${JAVA_HOME:-}" ${on_path:+"$(dirname "$(dirname "$(readlink -f "$on_path")")")"} /usr/lib/jvm/*17*; do
    if [ -n "$home" ] && is_java_17 "$home"; then
      printf '%s\n' "$home"
      return 0
    fi
  done
  return 1
}

usage() {
  echo "usage: ./quickstart.sh [--serve] [--policies DIR] [--init FILE.sql] [--conf KEY=VALUE]…"
  sed -n 's/^# \(  --\)/\1/p' quickstart.sh
}

# From here the paths that people give stay theirs, though we are in another folder.
arguments=()
while [ $# -gt 0 ]; do
  case "$1" in
    -h | --help)
      usage
      exit 0
      ;;
    --policies | --init)
      [ $# -ge 2 ] || { echo "$1 needs a value" >&2; exit 2; }
      case "$2" in /*) arguments+=("$1" "$2") ;; *) arguments+=("$1" "$OLDPWD/$2") ;; esac
      shift 2
      ;;
    --conf)
      [ $# -ge 2 ] || { echo "$1 needs a value" >&2; exit 2; }
      arguments+=("$1" "$2")
      shift 2
      ;;
    --serve)
      arguments+=("$1")
      shift
      ;;
    *)
      echo "unknown argument $1" >&2
      usage >&2
      exit 2
      ;;
  esac
done

JAVA_HOME=$(find_java) || { echo "A JDK 17 is needed: set JAVA_HOME to one." >&2; exit 2; }
export JAVA_HOME

# What the last build was made of is older than its mark.
is_built() {
  [ -f "$state/built" ] || return 1
  local part
  for part in spark-extension/target/carbon-spark-*-spark*.jar integration-tests/{platform,connect-client}/target/*.jar \
    integration-tests/{platform,connect-client,connect-server}/target/class-path.txt; do
    [ -s "$part" ] || return 1
  done
  [ -z "$(find pom.xml policy-rules catalog-plugin lineage-listener spark-extension integration-tests \
    -name target -prune -o \( -path '*/src/main/*' -o -name pom.xml \) -newer "$state/built" -print -quit)" ]
}

# One builds at a time; a second quick start waits and then finds all done.
build() {
  until mkdir "$state/building" 2>/dev/null; do
    local holder
    holder=$(cat "$state/building/pid" 2>/dev/null || true)
    if [ -n "$holder" ] && ! kill -0 "$holder" 2>/dev/null; then rm -rf "$state/building"; fi
    sleep 0.5
  done
  echo $$ >"$state/building/pid"
  trap 'rm -rf "$state/building"' EXIT
  if ! is_built; then
    echo "building"
    touch "$state/mark"
    # Jars alone: checks, bill of materials and coverage belong to ./mvnw verify.
    ./mvnw -q -B -ntp -Pquick \
      -pl "$modules" -am package </dev/null &
    builder=$!
    trap 'kill "$builder" 2>/dev/null || true; wait "$builder" 2>/dev/null || true; exit 143' TERM INT
    wait "$builder" || { echo "the build failed" >&2; exit 1; }
    trap - TERM INT
    mv "$state/mark" "$state/built"
  fi
  rm -rf "$state/building"
  trap - EXIT
}

mkdir -p "$state"
is_built || build

# What earlier runs left behind, where nobody is running any more.
for old in "$state"/run-*; do
  [ -d "$old" ] || continue
  kill -0 "${old##*-}" 2>/dev/null || rm -rf "$old"
done

# The process that this shell becomes is the one that owns the folder; a signal to the shell reaches it.
run=$state/run-$$
mkdir -p "$run"
cp integration-tests/platform/target/platform-*[0-9].jar "$run/platform.jar"
exec "$JAVA_HOME/bin/java" -Xmx640m -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Dcarbon.root="$root" -Dcarbon.run="$run" \
  -cp "$run/platform.jar:$(cat integration-tests/platform/target/class-path.txt)" \
  io.paladio.carbon.platform.Quickstart ${arguments[@]+"${arguments[@]}"}
