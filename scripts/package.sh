#!/usr/bin/env bash
# Makes packages of the program in dist/, from Debian's packages, and their sums in dist/SHA256SUMS.
# Usage: package.sh [deb|tarball|run] [--built DIR] [--out DIR]   (all three into dist/; what is built is not built again)
#   deb      for Debian 12 and what descends from it: needs its libraries by name
#   tarball  glassformer-VERSION-linux-x86_64.tar.xz, to be unpacked anywhere: carries its libraries and fonts
#   run      the same in one file that unpacks itself, once, and opens the program
#   --built  a build folder with the program and glassformer_portable in it, which is taken as it is; packed quickly
# What the last two take from the system: glibc (the script says from which version on), the C++ library that belongs to
# it, OpenGL, and X11 or Wayland.
set -euo pipefail
cd "$(dirname "$0")/.."
source scripts/progress.sh

kind=all build= out=dist
while [ $# -gt 0 ]; do
  case $1 in
    deb | tarball | run) kind=$1 ;;
    --built) build=${2:?} && shift ;;
    --out) out=${2:?} && shift ;;
    *) sed -n 's/^# Usage: //p' "$0" >&2; exit 2 ;;
  esac
  shift
done
wanted() { [ "$kind" = all ] || [ "$kind" = "$1" ]; }
step() { printf '%s\n' "== $* ($SECONDS s)"; }

scripts/dependencies.sh --packages
log=$PWD/build/package.log
mkdir -p build "$out"
out=$(realpath "$out")
rm -f "$log"
squeeze=-9 deb_squeeze=xz
if [ -n "$build" ]; then
  build=$(realpath "$build") squeeze=-0 deb_squeeze=gzip
else
  build=$PWD/build/package
  if ! cmake --preset release -B "$build" -DGLASSFORMER_TESTS=OFF -DGLASSFORMER_PROCESSORS=any >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
  fi
  targets=(glassformer glassformer_icons glassformer_core glassformer_kernels_archive)
  [ "$kind" = deb ] || targets+=(glassformer_portable)
  if ! NINJA_STATUS='%f %t %e ' cmake --build "$build" --target "${targets[@]}" 2>&1 | progress "$log"; then
    grep -E -A3 'error|FAILED' "$log" | head -40 >&2 || true
    echo "The program could not be built; $log has all messages." >&2
    exit 1
  fi
fi
version=$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' "$build/CMakeCache.txt")
name=glassformer-$version-linux-$(uname -m)
work=$build/packages
rm -rf "$work"
mkdir -p "$work"

# --- deb

if wanted deb; then
  step "deb"
  (cd "$build" && cpack -G DEB -D CPACK_DEBIAN_COMPRESSION_TYPE=$deb_squeeze -B "$work/deb") >>"$log" 2>&1 || { tail -20 "$log" >&2; exit 1; }
  mv "$work"/deb/*.deb "$out/"
fi

# --- what the other two carry

# needed FILE: the names of the libraries that it is linked with.
needed() { objdump -p "$1" | sed -n 's/^ *NEEDED *//p'; }
# Of the system: what talks to its kernel, its graphics driver and its display, and the C++ library, of which a driver
# may need a later one.
of_system() {
  case $1 in
    ld-linux* | libc.so* | libm.so* | libdl.so* | libpthread.so* | librt.so* | libresolv.so* | libutil.so*) ;;
    libstdc++.so* | libgcc_s.so*) ;;
    libGL.so* | libEGL.so* | libGLX.so* | libOpenGL.so* | libGLdispatch.so* | libgbm.so* | libdrm.so*) ;;
    libX11.so* | libX11-xcb.so* | libxcb.so* | libXau.so* | libXdmcp.so* | libbsd.so* | libmd.so* | libwayland-*) ;;
    *) return 1 ;;
  esac
}
# library NAME: where the linker of this machine finds it.
library() { PATH=$PATH:/usr/sbin:/sbin ldconfig -p | sed -n "s|^\t$1 (libc6,x86-64.*) => ||p" | head -1; }

# stage FOLDER: the program with all that it carries.
stage() {
  local to=$1 libraries=$1/lib/glassformer queue=() name from each
  cmake --install "$build" --prefix "$to" --component program --strip >>"$log" 2>&1
  strip -o "$to/bin/glassformer" "$build/app/glassformer_portable"
  if [ ! -e "$libraries" ]; then mv "$to"/lib/*/glassformer "$libraries" && rmdir "$to"/lib/*-linux-gnu; fi
  patchelf --set-rpath '$ORIGIN/../lib/glassformer' "$to/bin/glassformer"
  while IFS= read -r each; do
    patchelf --set-rpath '$ORIGIN:$ORIGIN/../..' "$each"
  done < <(find "$libraries" -name 'libglassformer*')
  mapfile -t queue < <(find "$to/bin" "$libraries" -type f)
  while [ "${#queue[@]}" -gt 0 ]; do
    each=${queue[0]} queue=("${queue[@]:1}")
    while IFS= read -r name; do
      if of_system "$name" || [ -e "$libraries/$name" ]; then continue; fi
      from=$(library "$name")
      [ -n "$from" ] || { echo "$each needs $name, which is not installed here" >&2; exit 1; }
      cp "$from" "$libraries/$name"
      patchelf --set-rpath '$ORIGIN' "$libraries/$name"
      readlink -f "$from" >>"$work/carried"
      queue+=("$libraries/$name")
    done < <(needed "$each")
  done
  chmod 644 "$libraries"/*.so*
  # The faces that are drawn with (app/render/faces.cpp).
  local fonts=$to/share/glassformer/fonts face
  mkdir -p "$fonts"
  cp packaging/fonts.conf "$fonts/"
  for face in open-sans/OpenSans-{Regular,Bold,Italic,BoldItalic} \
    dejavu/DejaVu{Sans{,-Bold,-Oblique,Mono,Mono-Bold},Serif{,-Bold,-Italic},MathTeXGyre}; do
    cp "/usr/share/fonts/truetype/$face.ttf" "$fonts/"
    echo "/usr/share/fonts/truetype/$face.ttf" >>"$work/carried"
  done
}

# licences: of all that is carried, each package's own text once.
licences() {
  local package file
  echo "Glassformer $version"
  echo
  cat LICENSE
  while IFS= read -r file; do
    dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}"
  done <"$work/carried" | cut -d: -f1 | sort -u | while IFS= read -r package; do
    printf '\n%s\n%s\n\n' "$(printf '=%.0s' {1..100})" "$package $(dpkg-query -f '${Version}' -W "$package")"
    cat "/usr/share/doc/$package/copyright"
  done
}

if [ "$kind" != deb ]; then
  step "libraries, fonts, licences"
  mkdir -p "$work/portable"
  stage "$work/portable/$name"
  doc=$work/portable/$name/share/doc/glassformer
  rm -f "$doc/changelog.Debian.gz" "$doc/copyright"
  licences >"$doc/LICENCES.txt"
  # The newest glibc that any part asks for.
  glibc=$(find "$work/portable/$name" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec objdump -T {} + 2>/dev/null |
    grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -1)
  echo "needs glibc ${glibc#GLIBC_} or later"
  day=$(git log -1 --format=%ct 2>/dev/null || date +%s)
  find "$work/portable" -exec touch -hd "@$day" {} +
fi
packed() { tar -C "$work/portable" --sort=name --owner=0 --group=0 --numeric-owner -cf - "$name"; }
if wanted tarball; then
  step "tarball"
  packed | xz "$squeeze" -T0 >"$work/tar.xz"
  mv "$work/tar.xz" "$out/$name.tar.xz"
fi
if wanted run; then
  step "run"
  packed | gzip -n "${squeeze/-0/-1}" >"$work/tar.gz"  # a system may have no xz
  made=$(sha256sum "$work/tar.gz" | cut -c1-12) head=packaging/run-head.sh
  sed -e "s/@version@/$version/" -e "s/@name@/$name/" -e "s/@made@/$made/" -e "s/@first@/$(($(wc -l <"$head") + 1))/" "$head" |
    cat - "$work/tar.gz" >"$work/run"
  chmod +x "$work/run"
  mv "$work/run" "$out/$name.run"
fi

rm -rf "$work"
(cd "$out" && rm -f SHA256SUMS && find . -maxdepth 1 -type f ! -name SHA256SUMS -printf '%f\n' | sort | xargs sha256sum >SHA256SUMS)
step "done"
ls -sh "$out"
