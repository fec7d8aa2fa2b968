#!/usr/bin/env bash
# Do the packages work on a Debian that has nothing else, no compiler, no header, no font? Each in a chroot of its own, made
# afresh: first picture byte by byte the build's, all views, typing, editing, training, a lecture and what they export in a real
# window, and for the .deb: known to the desktop, removed without residue. By hand, as root, with a network: some minutes each.
# Usage: try-packages.sh BUILD [--dist DIR] [--on RELEASE]... [deb|tarball|run]...
#   BUILD   the build folder whose program the picture is compared with; the packages are those in dist/
#   --on    a release of Debian: bookworm (default), trixie …
set -euo pipefail
cd "$(dirname "$0")/.."
build= dist=dist releases=() kinds=()
while [ $# -gt 0 ]; do
  case $1 in
    deb | tarball | run) kinds+=("$1") ;;
    --dist) dist=${2:?} && shift ;;
    --on) releases+=("${2:?}") && shift ;;
    -*) sed -n 's/^# Usage: //p' "$0" >&2; exit 2 ;;
    *) build=$1 ;;
  esac
  shift
done
[ -n "$build" ] || { sed -n 's/^# Usage: //p' "$0" >&2; exit 2; }
[ "${#releases[@]}" -gt 0 ] || releases=(bookworm)
[ "${#kinds[@]}" -gt 0 ] || kinds=(deb tarball run)
work=${TMPDIR:-/tmp}/glassformer-chroots
mkdir -p "$work"
[ -O "$work" ] || { echo "$work is somebody else's" >&2; exit 1; }
leave() { ! mountpoint -q "$work/try/proc" || umount "$work/try/proc"; }
trap leave EXIT

picture=(render --model coreference --view walk --overview --size 640x480 --out)
mkdir -p "$work/home"
env -i HOME="$work/home" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "$build/app/glassformer" "${picture[@]}" "$work/build.png"

# window FOLDER WITHIN: what a user does, in a real window on a virtual X server. Writes its files beside itself.
window() {
  local steps
  steps=$(printf 'click @train step\nwait-idle\n%.0s' {1..50})
  cat >"$1/tour.txt" <<EOF
wait-idle
key Ctrl+L
key Ctrl+A
type the cat sat on the mat
key Enter
wait-idle
expect text=the cat sat on the mat
click @cell:blocks.0.attn.scores_scaled[0,4,1]
wait-idle
key E
key Ctrl+A
type 9.5
key Enter
wait-idle
expect edits=1
expect value≈9.5
key Ctrl+E
wait-idle
click @export file
key Ctrl+A
type $2/view.png
key Enter
wait-idle
expect export=closed
key Ctrl+E
wait-idle
click @export file
key Ctrl+A
type $2/view.pdf
key Enter
wait-idle
expect export=closed
key Ctrl+Shift+S
wait-idle
key Ctrl+A
type $2/session.glassformer
key Enter
wait-idle
key 2
wait-idle
expect view=attention
key 3
wait-idle
expect view=output
key 4
wait-idle
expect view=inspect
key 5
wait-idle
expect view=compare
key 6
wait-idle
expect view=positions
key 8
wait-idle
expect view=experiments
key 7
wait-idle
expect view=train
$steps
expect train_step=50
key 1
wait-idle
expect view=walk
EOF
  # Twelve keys are ten steps: two of them show what a question hides.
  { echo wait-idle; printf 'key Page down\nwait-idle\n%.0s' {1..12}; echo expect lesson_step=11; } >"$1/lecture.txt"
}

failed=0
for release in "${releases[@]}"; do
  base=$work/$release
  if [ ! -e "$base.made" ]; then
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase "$release" "$base" http://deb.debian.org/debian >"$work/$release.log"
    touch "$base.made"
  fi
  for kind in "${kinds[@]}"; do
    root=$work/try
    leave
    rm -rf --one-file-system "$root"
    cp -a "$base" "$root"
    mount -t proc none "$root/proc"
    cp /etc/resolv.conf "$root/etc/"
    mkdir -p "$root/try" "$root/packages"
    cp "$work/build.png" "$root/try/"
    window "$root/try" /try
    case $kind in
      deb) cp "$dist"/glassformer_*.deb "$root/packages/" ;;
      tarball) cp "$dist"/glassformer-*.tar.xz "$root/packages/" ;;
      run) cp "$dist"/glassformer-*.run "$root/packages/" ;;
    esac
    cat >"$root/try/try.sh" <<EOF
set -e
export HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
for unwanted in g++ cc cmake; do ! command -v \$unwanted >/dev/null || { echo "there is a \$unwanted"; exit 1; }; done
apt-get update -qq
begun=\$(date +%s)
get() { apt-get install -y -qq --no-install-recommends "\$@" >/try/apt.log 2>&1 || { tail -5 /try/apt.log; exit 1; }; }
case $kind in
  deb) get /packages/*.deb libgl1-mesa-dri; program=glassformer ;;
  tarball)
    get libegl1 libgl1 libgl1-mesa-dri libx11-6 xz-utils
    mkdir "/opt/a b ü 模型" && cd "/opt/a b ü 模型" && tar xf /packages/*.tar.xz
    program=\$(echo "\$PWD"/*/bin/glassformer) ;;
  run)
    get libegl1 libgl1 libgl1-mesa-dri libx11-6
    program=\$(echo /packages/*.run) ;;
esac
cd /try
"\$program" ${picture[*]} /try/first.png
echo "$release, $kind: first picture after \$((\$(date +%s) - begun)) s"
cmp /try/first.png /try/build.png
echo "$release, $kind: it is the build's, byte by byte"
get xvfb xauth
xvfb-run -a -s "-screen 0 1280x720x24" "\$program" --model coreference --stage blocks.0.attn.scores_scaled --size 1280x720 --script /try/tour.txt
for file in view.png view.pdf session.glassformer; do test -s /try/\$file; done
"\$program" render --model sort --view walk --out /try/sort.png
"\$program" trace --help >/dev/null
xvfb-run -a -s "-screen 0 1280x720x24" "\$program" --lesson cs224n --size 1280x720 --script /try/lecture.txt
echo "$release, $kind: eight views, a text, an edit, 50 steps, ten steps of a lecture; PNG, PDF and session exported"
[ $kind = deb ] || exit 0
# xdg-mime asks GNOME's gio for the type of a file; without a desktop it asks "file", which knows no desktop's types.
get xdg-utils libglib2.0-bin shared-mime-info desktop-file-utils man-db
test "\$(XDG_CURRENT_DESKTOP=GNOME xdg-mime query filetype /try/session.glassformer)" = application/x-glassformer-session
test "\$(xdg-mime query default application/x-glassformer-session)" = glassformer.desktop
man -w glassformer-render >/dev/null
echo "$release, $kind: xdg-mime knows its files and who opens them"
dpkg --purge glassformer >/dev/null
left=\$(find / -xdev \\( -path /try -o -path /packages -o -path /proc -o -path /root -o -path /var/lib/apt -o -path /var/cache/apt \\) -prune -o -iname '*glassformer*' -print)
left+=\$(grep -rls glassformer /usr/share/applications /usr/share/mime /usr/share/icons /etc || true)
[ -z "\$left" ] || { echo "left: \$left"; exit 1; }
echo "$release, $kind: removed without residue"
EOF
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot "$root" /bin/bash /try/try.sh || { echo "ERROR: $release, $kind"; failed=1; }
  done
done
exit "$failed"
