#!/bin/sh
# Runs Earmark with the Node of its own folder, from anywhere and through links.
set -e
root=$(dirname "$(dirname "$(readlink -f "$0")")")
# Prints the fault of the loader and a remedy, which `exec` could not.
if ! fault=$("$root/node/bin/node" --version 2>&1 >/dev/null); then
  printf 'earmark: Node cannot run on this system: %s\n' "${fault:-it ended without a word}" >&2
  case $fault in
  *libatomic* | *libstdc++*)
    echo 'earmark: Install the library: "apt-get install libatomic1 libstdc++6", or "dnf install libatomic libstdc++".' >&2 ;;
  *)
    echo "earmark: It needs Linux for $(cat "$root/architecture") with glibc 2.28 or newer." >&2 ;;
  esac
  exit 1
fi
exec "$root/node/bin/node" "$root/app/bin/earmark.js" "$@"
