#!/usr/bin/env bash
# Three workers in three network namespaces, each with a link to a fourth one that has the server
# and the campaign. In the middle, the link of one worker is cut without a word. Prints what came
# of it; docs/campaigns.md has the outcome.
#
#   sudo docs/cut-off.sh target/release/fewest nats-server [BOARDS]
#
# Needs root, for the namespaces, and a command that is built with `--features nats`.
set -euo pipefail
fewest=$(realpath "$1") server=$(command -v "$2") boards=${3-1000}
# Short, because they name links too.
name=few$$ folder=$(mktemp -d)
started=()

cleanup() {
    kill "${started[@]}" 2>/dev/null || true
    wait
    for space in hub 1 2 3; do ip netns del "$name-$space" 2>/dev/null || true; done
    rm -rf "$folder"
}
trap cleanup EXIT

inside() { ip netns exec "$name-$1" "${@:2}"; }
answers() { "$fewest" campaign status "$folder/c.db" --json | grep -o '"optimal":[0-9]*' | cut -d : -f 2; }

ip netns add "$name-hub"
inside hub ip link add bridge type bridge
inside hub ip address add 10.77.0.1/24 dev bridge
inside hub ip link set bridge up
inside hub ip link set lo up
for i in 1 2 3; do
    ip netns add "$name-$i"
    ip link add "$name.$i" netns "$name-hub" type veth peer name eth netns "$name-$i"
    inside hub ip link set "$name.$i" master bridge up
    inside "$i" ip address add "10.77.0.1$i/24" dev eth
    inside "$i" ip link set eth up
done

# Not through the function, so that `$!` is the process itself.
url=nats://10.77.0.1:4222
ip netns exec "$name-hub" "$server" --addr 10.77.0.1 --port 4222 --jetstream --store_dir "$folder/jetstream" >"$folder/server" 2>&1 &
started+=($!)
for i in 1 2 3; do
    ip netns exec "$name-$i" "$fewest" worker --nats "$url" --threads 1 --memory 2G 2>"$folder/worker-$i" &
    started+=($!)
done
"$fewest" campaign new "$folder/c.db" tiles:4x4 --seeds "1..$boards"
ip netns exec "$name-hub" "$fewest" campaign run "$folder/c.db" --nats "$url" 2>"$folder/run" &
run=$!
until (($(answers) > boards / 4)); do sleep 0.2; done
inside hub ip link set "$name.2" down
from=$SECONDS before=$(answers)
echo "cut worker 2 off after $before answers"
wait "$run"
echo "the campaign ended $((SECONDS - from)) s later"
tail -n 1 "$folder/run"
"$fewest" campaign status "$folder/c.db"
"$fewest" campaign check "$folder/c.db"
# It comes back, with results that another worker has given already.
inside hub ip link set "$name.2" up
sleep 5
kill "${started[@]:1}"
wait "${started[@]:1}" || true
for i in 1 2 3; do echo "worker $i: $(tail -n 1 "$folder/worker-$i")"; done
