#!/bin/sh
# The command of a release, run by the Node that the release brings, else by an installed one.
here=$(dirname "$(readlink -f "$0")")
if [ -x "$here/node" ]; then exec "$here/node" "$here/device-console.mjs" "$@"; fi
exec node "$here/device-console.mjs" "$@"
