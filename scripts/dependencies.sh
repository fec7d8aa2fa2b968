#!/usr/bin/env bash
# Installs what building and testing need and this machine lacks, from Debian's packages. Usage: dependencies.sh [--tests|--packages]
set -euo pipefail

packages=(
  build-essential cmake ninja-build pkg-config mold
  libeigen3-dev nlohmann-json3-dev libcli11-dev libfmt-dev libutf8proc-dev libpcre2-dev libmd4c-dev
  libdnnl-dev ocl-icd-opencl-dev  # the second only because oneDNN's CMake package asks for OpenCL
  libimgui-dev libglfw3-dev libepoxy-dev libegl-dev libgl1-mesa-dri libgl1
  libfontconfig-dev libfreetype-dev libpng-dev libgif-dev libcairo2-dev libfribidi-dev libx11-dev
  libcurl4-openssl-dev libssl-dev
  fonts-open-sans fonts-dejavu-core fonts-dejavu-extra
)
if [ "${1:-}" = --tests ]; then
  packages+=(doctest-dev zlib1g-dev xvfb xauth xdotool imagemagick clang-tidy)
  packages+=(librsvg2-bin poppler-utils python3-numpy)  # open SVG, PDF and .npy files; without them these tests are skipped
  packages+=(chromium ffmpeg)  # open the pages that lessons are exported as; make films
  packages+=(file patchelf xz-utils)  # make the packages that are looked at
fi
if [ "${1:-}" = --packages ]; then
  packages+=(dpkg-dev file librsvg2-bin patchelf xz-utils)
fi

missing=()
for package in "${packages[@]}"; do
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if ! command -v apt-get >/dev/null; then
  echo "These packages are needed (names as in Debian 12; other systems: see vcpkg.json): ${missing[*]}" >&2
  exit 1
fi
echo "Installing: ${missing[*]}"
as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "Installing packages needs root: run 'apt-get install ${missing[*]}' as root, then this again." >&2; exit 1; }
  as_root=(sudo)
fi
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
