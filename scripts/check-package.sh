#!/usr/bin/env bash
# Do the packages hold what they should, and does the program in them draw what the build's draws? Without a chroot and
# without a network. Usage: check-package.sh BUILD
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cmake --build "$build" --target glassformer glassformer_portable glassformer_icons glassformer_core \
  glassformer_kernels_archive >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
scripts/package.sh deb --built "$build" --out "$work/out"
scripts/package.sh tarball --built "$build" --out "$work/out"

failed=0
expect() {  # WHAT CONDITION...
  if "${@:2}"; then echo "package: $1"; else echo "ERROR: not so: $1"; failed=1; fi
}
picture() {  # PROGRAM FILE: drawn by a program that finds neither the sources nor the system's settings
  env -i HOME="$work/home" PATH=/usr/bin:/bin LC_ALL=C.UTF-8 "${@:3}" \
    "$1" render --model coreference --view walk --overview --size 640x480 --out "$2"
}
same() { cmp -s "$1" "$2"; }
mkdir -p "$work/home"
picture "$build/app/glassformer" "$work/build.png"

deb=$(echo "$work"/out/glassformer_*.deb)
root=$work/deb
dpkg-deb -x "$deb" "$root"
for file in bin/glassformer share/applications/glassformer.desktop share/mime/packages/glassformer.xml \
  share/metainfo/glassformer.metainfo.xml share/man/man1/glassformer.1.gz share/man/man1/glassformer-lesson-export.1.gz \
  share/bash-completion/completions/glassformer share/zsh/vendor-completions/_glassformer \
  share/fish/vendor_completions.d/glassformer.fish share/icons/hicolor/48x48/apps/glassformer.png \
  share/icons/hicolor/scalable/mimetypes/application-x-glassformer-session.svg share/doc/glassformer/copyright \
  share/glassformer/lessons/self-attention.md share/glassformer/glossary.md \
  share/glassformer/ablations/clipping.json; do
  expect "the .deb has /usr/$file" test -s "$root/usr/$file"
done
depends=$(dpkg-deb -f "$deb" Depends)
for package in libc6 libfreetype6 libcairo2 libcurl4 fonts-open-sans fonts-dejavu-core libegl1; do
  expect "the .deb depends on $package" grep -qw "$package" <<<"$depends"
done
expect "what the .deb's glossary names is in the .deb" "$root/usr/bin/glassformer" glossary --check
picture "$root/usr/bin/glassformer" "$work/deb.png"
expect "the .deb draws the build's picture, byte by byte" same "$work/build.png" "$work/deb.png"

# Elsewhere, with a space and letters beyond ASCII in the path, and no fonts of the system.
there="$work/a b ü 模型"
mkdir -p "$there" "$work/none"
tar -C "$there" -xf "$work"/out/*.tar.xz
program=$(echo "$there"/glassformer-*/bin/glassformer)
outside=$(ldd "$program" | sed -n 's|.* => \(/.*\) (0x.*|\1|p' | grep -vF "$there" | xargs -n1 basename | sort -u |
  grep -vE '^(ld-linux.*|lib(c|m|dl|pthread|rt|resolv|stdc[+][+]|gcc_s|X11|xcb|Xau|Xdmcp|bsd|md)[.]so.*)$' || true)
expect "the tarball carries its libraries (outside: ${outside:-none})" test -z "$outside"
expect "the tarball names its licences" grep -q "^libfreetype6 " "$(dirname "$program")/../share/doc/glassformer/LICENCES.txt"
expect "the tarball has the kernels for every processor" test -s "$(dirname "$program")/../lib/glassformer/glibc-hwcaps/x86-64-v3/libglassformer_kernels.so"
picture "$program" "$work/tarball.png" FONTCONFIG_PATH="$work/none"
expect "the tarball draws the build's picture, byte by byte" same "$work/build.png" "$work/tarball.png"
exit "$failed"
