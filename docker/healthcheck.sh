#!/usr/bin/env bash
# Asks the server's own /health without needing a client in the image.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/${CARBON_HEALTH_PORT:-15003}"
printf 'GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
read -r status <&3
case "$status" in
  *' 200 '*) exit 0 ;;
  *) exit 1 ;;
esac
