#!/usr/bin/env bash
# Sets up this machine, builds cardvault in release, then imports, lists and shows the samples in a temporary vault.
#   bash Samples/run.sh                     all of the above
#   bash Samples/run.sh --web               the same, then serves that vault to a browser until Ctrl-C
#   bash Samples/run.sh --install [PREFIX]  sets up, builds, and installs everything (default: ~/.local);
#                       --install-without-web [PREFIX] leaves the web app out, which halves the time
set -euo pipefail
prefix="$(realpath -m -- "${2:-${HOME:-.}/.local}")"
cd "$(dirname "$0")/.."
programs=(cardvault cardvault-reader)
case "${1-}" in
  "") ;;
  --web | --install)
    export CARDVAULT_WEB=1
    programs+=(cardvault-web)
    ;;
  --install-without-web) ;;
  *) printf 'run.sh: error: unknown option “%s”\ntry: bash Samples/run.sh --install\n' "$1" >&2; exit 64 ;;
esac
source .ci/setup
[[ "${1-}" != --install* ]] || [ -n "${2-}${HOME-}" ] ||
  stop "nothing was installed" "HOME is not set" "bash Samples/run.sh --install PREFIX"
built="$(build_programs)"

if [[ "${1-}" = --install* ]]; then
  install -d "$prefix/bin"
  install -m 755 -s "${programs[@]/#/$built/}" "$prefix/bin/"
  say "installed ${programs[*]} into $prefix/bin"
  case ":$PATH:" in
    *":$prefix/bin:"*) ;;
    *) say "add it to your PATH: export PATH=\"$prefix/bin:\$PATH\"" ;;
  esac
  exit 0
fi

home="$(mktemp -d)"
trap 'rm -rf "$home"' EXIT
cardvault() {
  printf '\n\033[1m$ cardvault %s\033[0m\n' "$*" >&2
  env -u CARDVAULT_VAULT -u CARDVAULT_KEY_FILE -u XDG_DATA_HOME -u XDG_CONFIG_HOME -u XDG_STATE_HOME \
    HOME="$home" "$built/cardvault" "$@"
}

cardvault init
# Status 3 is right here: the samples include a photo without a code and a broken file.
status=0
cardvault import Samples/pictures --no-review || status=$?
[ "$status" -eq 3 ] || stop "the import ended with status $status" "status 3 was expected" "bash Tests/run.sh"
cardvault list
cardvault show "ean13 grocer" --color
if [ "${1-}" = --web ]; then
  say "serving the temporary vault; press Ctrl-C to stop and delete it"
  trap 'rm -rf "$home"' EXIT INT
  # For people without a camera, the page that scans offers one that shows a sample.
  CARDVAULT_SAMPLE_CAMERA=1 cardvault serve --open
  exit 0
fi
say "done: import, list and show work; the temporary vault is deleted. To install: bash Samples/run.sh --install"
