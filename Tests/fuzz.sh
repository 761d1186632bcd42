#!/usr/bin/env bash
# Fuzzes the parsers with libFuzzer and AddressSanitizer, starting from the committed corpus.
#   bash Tests/fuzz.sh                      ten seconds for each target
#   bash Tests/fuzz.sh SECONDS [TARGET...]  that many seconds for each target, or for the named ones
#   bash Tests/fuzz.sh --seeds              regenerates the seeds of the corpus with the current cardvault
# To add a target: one file in Tests/Fuzzing/Targets, a line in FuzzTarget.swift and a seed. Inputs that reach new
# code are kept in .build-fuzzing/found; one that breaks something is kept in .build-fuzzing/broken, and this exits
# with 1:
#   .build-fuzzing/release/Fuzzing TARGET .build-fuzzing/broken/FILE    reproduces it
set -euo pipefail
cd "$(dirname "$0")/.."
source .ci/setup

export CARDVAULT_FUZZING=1
# gold, the default here, fails on the sanitized objects.
flags=(-c release --scratch-path .build-fuzzing -Xswiftc -sanitize=fuzzer,address -Xswiftc -enable-testing
  -Xswiftc -use-ld=lld)
say "building the fuzzing targets (a first build takes minutes)"
swift_build --quiet "${flags[@]}" --product Fuzzing >&2
fuzzing="$(swift_build "${flags[@]}" --show-bin-path)/Fuzzing"

if [ "${1-}" = --seeds ]; then
  exec "$fuzzing" --seeds Tests/Fuzzing/corpus
fi
seconds="${1:-10}"
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || read -ra targets <<<"$("$fuzzing" --list)"

# AddressSanitizer keeps freed memory to find late uses of it: by default 256 MB, which is all that is allowed
# here.
export ASAN_OPTIONS=quarantine_size_mb=16:detect_leaks=0 SWIFT_BACKTRACE=enable=no
mkdir -p .build-fuzzing/broken
passed=0
failed=0
for target in "${targets[@]}"; do
  found=".build-fuzzing/found/$target" log=".build-fuzzing/$target.log"
  mkdir -p "$found"
  say "fuzzing $target for $seconds s"
  if "$fuzzing" "$target" -max_total_time="$seconds" -rss_limit_mb=256 -timeout=10 -print_final_stats=1 \
    -artifact_prefix=".build-fuzzing/broken/$target-" "$found" "Tests/Fuzzing/corpus/$target" >"$log" 2>&1; then
    passed=$((passed + 1))
    sed -nE "s/^stat::(number_of_executed_units|peak_rss_mb): */$target: \1 /p" "$log"
  else
    failed=$((failed + 1))
    grep -vE '^#[0-9]+[[:space:]]+(NEW|REDUCE|pulse|RELOAD)' "$log" | tail -n 40
  fi
done
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
