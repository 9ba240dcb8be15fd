#!/bin/sh
# tools/nightly-backup.sh FOLDER RECIPIENT: an encrypted backup in FOLDER, for cron (docs/operations.md).
#
# The dump goes straight to gpg, so it is never on the disk in plain text, whatever fails. The new file has its name only
# when dump and encryption are complete. FOLDER/env may set DATABASE_URL and DATABASE_AUTH_TOKEN (mode 0600).
set -eu
umask 077
kept=${1:?Usage: tools/nightly-backup.sh FOLDER RECIPIENT}
recipient=${2:?Usage: tools/nightly-backup.sh FOLDER RECIPIENT}
days=${KEEP_DAYS:-30}

if [ -f "$kept/env" ]; then
  set -a
  . "$kept/env"
  set +a
fi
cd "$(dirname "$0")/.."
part=$(mktemp "$kept/.part.XXXXXX")
failed=$part.failed
trap 'rm -f "$part" "$failed"' EXIT
trap 'exit 1' HUP INT TERM

{ npm run --silent backup -- - || : >"$failed"; } |
  gpg --batch --yes --trust-model always --encrypt --recipient "$recipient" --output "$part"
if [ -e "$failed" ]; then
  echo 'There is no new backup: the dump failed.' >&2
  exit 1
fi
mv "$part" "$kept/$(date +%Y-%m-%dT%H%M%S).sql.gpg"
find "$kept" -name '*.sql.gpg' -mtime "+$days" -delete
