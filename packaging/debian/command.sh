#!/bin/sh
# Runs Earmark as the service does: as the user `earmark`, with its data and with the settings of /etc/earmark/earmark.env.
set -e
if [ "$(id -u)" = 0 ]; then
  # This user may not enter root's own folders: give files on standard input.
  exec /usr/sbin/runuser -u earmark -- "$0" "$@"
fi
home=/usr/lib/earmark
settings=/etc/earmark/earmark.env
# Only the service's user may read the settings. Others get the defaults, and a refusal to open the data.
[ -r "$settings" ] || settings=$home/defaults.env
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-/var/cache/earmark}"
# Variables that are set already win over both files, so drop-ins of the unit work.
exec "$home/node/bin/node" --env-file="$home/defaults.env" --env-file="$settings" "$home/app/bin/earmark.js" "$@"
