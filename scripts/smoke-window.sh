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

# A lecture: the speaker's window opens beside the first, has its keys, closes, and is closed with the program.
"$program" --lesson tour 2>"$folder/errors" &
window=$!
window_named() {  # the number of the window whose name ends so; nothing where there is none
    xdotool search --name "$1" 2>/dev/null | head -n 1
}
wait_for() {  # until the command says something, or, with "no", until it says nothing
    for _ in $(seq 100); do
        kill -0 "$window" 2>/dev/null || { cat "$folder/errors"; echo "the program ended"; exit 1; }
        said=$("$2" "$3" || true)
        if [ "$1" = no ]; then [ -n "$said" ] || return 0; else [ -z "$said" ] || return 0; fi
        sleep 0.2
    done
    return 1
}
wait_for a window_named Glassformer || { echo "no window appeared for the lesson"; exit 1; }
id=$said
sleep 3
xdotool windowfocus "$id"
xdotool key shift+F2
wait_for a window_named speaker || { echo "Shift+F2 opened no speaker's window"; exit 1; }
speaker=$said
sleep 1
import -window "$speaker" "$folder/3.png"
xdotool windowfocus "$speaker"
xdotool key Next
changed=
for _ in $(seq 50); do
    sleep 0.2
    import -window "$speaker" "$folder/4.png"
    different=$(compare -metric AE "$folder/3.png" "$folder/4.png" null: 2>&1 || true)
    [ "${different%%.*}" = 0 ] || { changed=yes; break; }
done
[ -n "$changed" ] || { echo "a key in the speaker's window changed nothing in it"; exit 1; }
xdotool key shift+F2
wait_for no window_named speaker || { echo "Shift+F2 did not close the speaker's window"; exit 1; }
xdotool windowfocus "$id"
xdotool key shift+F2
wait_for a window_named speaker || { echo "the speaker's window did not open again"; exit 1; }
xdotool windowfocus "$id"
xdotool key ctrl+q
for _ in $(seq 200); do
    kill -0 "$window" 2>/dev/null || break
    sleep 0.1
done
kill -0 "$window" 2>/dev/null && { echo "Ctrl+Q did not close both windows"; exit 1; }
wait "$window" || { cat "$folder/errors"; echo "the program failed"; exit 1; }
window=
echo "the window opened, stepped and took text ($before colours); so did the speaker's"
