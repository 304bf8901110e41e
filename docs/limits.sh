#!/bin/sh
# Measures by how much time limits are overrun, with the release build: a line for each
# case, with the limit and the time that the whole command took, in seconds.
# An overrun of more than 100 ms and 5 % is marked.
set -eu
cd "$(dirname "$0")/.."
cargo build --release --quiet
fewest=$PWD/target/release/fewest
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for size in 3x4 4x4 5x5 255x255; do
    $fewest generate tiles $size --seed 3 --quiet > "$work/tiles-$size"
done
$fewest generate blocks 16x16 --blocks 60 --walls 16 --seed 3 --quiet > "$work/blocks-16x16"
$fewest generate numbers 300x300 --seed 3 --quiet > "$work/numbers-300x300"

# run SECONDS COMMAND...
run() {
    limit=$1
    shift
    from=$(date +%s.%N)
    (cd "$work" && timeout -s KILL 60 "$fewest" "$@" --time "${limit}s" > /dev/null 2>&1 < /dev/null) || true
    to=$(date +%s.%N)
    echo "$limit $from $to $*" | awk '{
        limit = $1; taken = $3 - $2; $1 = $2 = $3 = ""
        over = taken - limit
        printf "%-8s %6.3f %s%s\n", limit, taken, $0, (over > 0.1 && over > limit / 20) ? "   OVER" : ""
    }'
}

echo "limit    taken  command"
for limit in 0.005 0.5; do
    run $limit solve tiles-3x4 --algorithm table
done
for board in tiles-4x4 tiles-5x5 tiles-255x255 blocks-16x16 numbers-300x300 coins:A-B numbers:1000; do
    run 0.1 solve $board
    run 1 solve $board
    run 0.1 explore $board
    for algorithm in astar greedy breadth-first bidirectional idastar beam table; do
        run 0.1 solve $board --algorithm $algorithm
    done
done
for heuristic in blocks-4 goals-2 strongest perimeter; do
    run 0.1 solve blocks-16x16 --algorithm astar --heuristic $heuristic
done
for solver in forest strategies; do
    run 0.1 solve numbers-300x300 --algorithm $solver
done
run 5 solve coins --font 5x9 A B
run 3 solve coins --font 5x9 --all
