#!/usr/bin/env bash
# Starts a Spark Connect server with every part of the governance switched on. The activation is given on the command line, which
# Spark puts above any file: a file under /etc/carbon/conf.d adds settings and can't take one of these away.
set -euo pipefail

fail() {
  printf 'CARBON_CONFIG_INVALID: %s\n' "$1" >&2
  exit 78
}

required() { [ -n "${!1:-}" ] || fail "$1 is not set: $2"; }

required CARBON_CATALOG "the name of the governed catalog"
required CARBON_FACE_URI "the Iceberg REST address of the face"
required CARBON_INDEX_SOURCE "jdbc, http or file"
required CARBON_IDENTITY_ISSUER "the issuer of the tokens that callers bring"
required CARBON_IDENTITY_AUDIENCE "the audience of the tokens that callers bring"
case "$CARBON_CATALOG" in
  *[!A-Za-z0-9_]*) fail "CARBON_CATALOG holds a character that is neither a letter, a digit nor an underscore" ;;
esac

home=${CARBON_HOME:-/opt/carbon}
work=${CARBON_WORK:-/var/lib/carbon}
catalog="spark.sql.catalog.$CARBON_CATALOG"

arguments=(
  --master "${CARBON_MASTER:-local[*]}"
  --name "${CARBON_NAME:-carbon-spark}"
  --class org.apache.spark.sql.connect.service.SparkConnectServer
)

# What the operator mounts comes first in one file; Spark reads it below --conf.
defaults="$work/spark-defaults.conf"
: >"$defaults"
for file in "${CARBON_CONF_DIR:-/etc/carbon/conf.d}"/*.conf; do
  [ -e "$file" ] || continue
  cat "$file" >>"$defaults"
  printf '\n' >>"$defaults"
done
arguments+=(--properties-file "$defaults")

setting() { arguments+=(--conf "$1=$2"); }

# from VARIABLE KEY: the variable's value for the key, where there is one.
from() {
  if [ -n "${!1:-}" ]; then setting "$2" "${!1}"; fi
}

setting spark.sql.extensions \
  io.paladio.carbon.spark.CarbonSparkExtensions,org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions
setting spark.plugins io.paladio.carbon.spark.CarbonSparkPlugin
setting spark.connect.grpc.interceptor.classes io.paladio.carbon.spark.connect.PrincipalInterceptor
setting "$catalog" io.paladio.carbon.catalog.FaceCatalog
setting "$catalog.uri" "$CARBON_FACE_URI"
setting "$catalog.warehouse" "${CARBON_WAREHOUSE:-$CARBON_CATALOG}"
setting spark.sql.defaultCatalog "$CARBON_CATALOG"
setting spark.connect.grpc.binding.address "${CARBON_BIND:-127.0.0.1}"
setting spark.connect.grpc.binding.port "${CARBON_PORT:-15002}"
setting spark.ui.enabled false
setting spark.local.dir "$work/local"
setting spark.sql.warehouse.dir "$work/warehouse"

from CARBON_INDEX_SOURCE spark.carbon.index.source
from CARBON_INDEX_JDBC_URL spark.carbon.index.jdbc.url
from CARBON_INDEX_JDBC_USER spark.carbon.index.jdbc.user
from CARBON_INDEX_PASSWORD_FILE spark.carbon.index.jdbc.password-file
from CARBON_INDEX_HTTP_URI spark.carbon.index.http.uri
from CARBON_INDEX_HTTP_TOKEN_FILE spark.carbon.index.http.token-file
from CARBON_INDEX_FILE_PATH spark.carbon.index.file.path
from CARBON_INDEX_TIMEOUT spark.carbon.index.timeout
from CARBON_INDEX_MAX_STALENESS spark.carbon.index.max-staleness
from CARBON_IDENTITY_ISSUER spark.carbon.identity.issuer
from CARBON_IDENTITY_AUDIENCE spark.carbon.identity.audience
from CARBON_IDENTITY_JWKS_URI spark.carbon.identity.jwks-uri
from CARBON_IDENTITY_JWKS_FILE spark.carbon.identity.jwks-file
from CARBON_IDENTITY_PRINCIPAL_CLAIM spark.carbon.identity.principal-claim
from CARBON_IDENTITY_DELEGATES spark.carbon.identity.delegates
from CARBON_FACE_TOKEN_EXCHANGE_URI spark.carbon.face.token-exchange-uri
from CARBON_FACE_ENGINE_TOKEN_FILE spark.carbon.face.engine-token-file
from CARBON_DECISIONS_SINK spark.carbon.decisions.sink
from CARBON_LINEAGE_ENABLED spark.carbon.lineage.enabled
from CARBON_LINEAGE_NAMESPACE spark.carbon.lineage.namespace
from CARBON_LINEAGE_SPOOL_DIR spark.carbon.lineage.spool-dir
setting spark.carbon.health.port "${CARBON_HEALTH_PORT:-15003}"

mkdir -p "$work/local" "$work/warehouse"
export SPARK_LOCAL_IP="${CARBON_BIND:-127.0.0.1}"

# JAVA_OPTIONS is split at blanks on purpose: it holds several options.
# shellcheck disable=SC2086
exec java "@$home/jvm.options" -Dlog4j2.configurationFile="$home/log4j2.properties" ${JAVA_OPTIONS:--Xmx1g} \
  -cp "$home/jars/*:${SPARK_HOME:-/opt/spark}/jars/*" \
  org.apache.spark.deploy.SparkSubmit "${arguments[@]}" spark-internal
