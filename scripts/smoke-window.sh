#!/bin/sh
# The real window on a virtual display: opens, takes keys and clicks of a real X server, shows a picture, remembers and
# closes. Usage: smoke-window.sh PROGRAM MODEL. Exits with 77 (skipped) where Xvfb, xdotool or ImageMagick are missing.
set -eu
program=$1
model=$2
for tool in Xvfb xdotool import convert; do
    command -v "$tool" >/dev/null && continue
    echo "skipped: there is no $tool"
    case ",${GLASSFORMER_REQUIRE:-}," in *,tools,*) exit 1 ;; esac  # this machine must have it
    exit 77
done

folder=$(mktemp -d)
mkfifo "$folder/display"
Xvfb -displayfd 3 -screen 0 1280x800x24 3>"$folder/display" 2>/dev/null &
server=$!
window=
finish() {
    [ -z "$window" ] || kill "$window" 2>/dev/null || true
    kill "$server" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
read -r number <"$folder/display"
export DISPLAY=":$number" XDG_CONFIG_HOME="$folder" XDG_SESSION_TYPE=x11

"$program" --model "$model" 2>"$folder/errors" &
window=$!
id=
for _ in $(seq 100); do
    kill -0 "$window" 2>/dev/null || { cat "$folder/errors"; echo "the program ended"; exit 1; }
    id=$(xdotool search --name Glassformer 2>/dev/null | head -n 1) && [ -n "$id" ] && break
    sleep 0.2
done
[ -n "$id" ] || { echo "no window appeared"; exit 1; }

colours() { import -window root png:- | convert - -format %k info:; }
before=0
for _ in $(seq 50); do  # a machine that is busy draws its first picture late
    before=$(colours)
    [ "$before" -le 100 ] || break
    sleep 0.2
done
sleep 1
[ "$before" -gt 100 ] || { echo "the window is blank: $before colours"; exit 1; }
import -window root "$folder/1.png"
# There is no window manager to give the window the keyboard.
xdotool windowfocus "$id"
xdotool mousemove 500 300
sleep 0.1
for _ in 1 2 3 4 5; do
    xdotool key Right
    sleep 0.1
done
# A machine that is busy, or a build with sanitizers, may take its time: wait for the change, not for the clock.
changed=
for _ in $(seq 50); do
    sleep 0.2
    import -window root "$folder/2.png"
    different=$(compare -metric AE "$folder/1.png" "$folder/2.png" null: 2>&1 || true)
    [ "${different%%.*}" = 0 ] || { changed=yes; break; }
done
[ -n "$changed" ] || { echo "five steps changed nothing on the screen"; exit 1; }
xdotool click 1
sleep 0.1
xdotool key ctrl+l
sleep 0.1
xdotool type --delay 100 " wide"
sleep 3
xdotool key ctrl+q
for _ in $(seq 200); do
    kill -0 "$window" 2>/dev/null || break
    sleep 0.1
done
kill -0 "$window" 2>/dev/null && { echo "Ctrl+Q did not close the window"; exit 1; }
wait "$window" || { cat "$folder/errors"; echo "the program failed"; exit 1; }
window=
grep -q wide "$folder/glassformer/settings.json" || { echo "the typed text is not remembered"; exit 1; }
echo "the window opened, stepped and took text ($before colours)"
