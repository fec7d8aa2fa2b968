#!/bin/sh
# Glassformer @version@ in one file: unpacks the archive behind the last line into the user's folder of caches, once, and starts the
# program with the arguments that it is given. Where that folder cannot hold programs, into a temporary one each time. The folder may be
# deleted at any time.
set -eu
name=@name@ made=@made@ first=@first@
umask 077
caches=
case ${XDG_CACHE_HOME:-} in
  /*) caches=$XDG_CACHE_HOME/glassformer ;;
  *) [ -z "${HOME:-}" ] || caches=$HOME/.cache/glassformer ;;
esac
there=$caches/$name-$made
# Ours, whole (the mark is made last), and nobody else's.
usable() { [ -n "$caches" ] && [ -O "$there" ] && [ -e "$there/whole" ] && [ -x "$there/bin/glassformer" ]; }
if ! usable; then
  new=
  [ -z "$caches" ] || ! mkdir -p "$caches" 2>/dev/null || new=$(mktemp -d "$caches/new.XXXXXX" 2>/dev/null) || new=
  kept=$new
  [ -n "$new" ] || new=$(mktemp -d)
  trap 'rm -rf "$new"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  unpack() {
    tail -n +"$first" "$0" | tar -xzf - -C "$new" && [ -e "$new/$name/bin/glassformer" ] && : >"$new/$name/whole" && return
    echo "$0 cannot be unpacked into $new: it is not whole, or the disk is full" >&2
    exit 1
  }
  unpack
  if [ -n "$kept" ] && [ ! -x "$new/$name/bin/glassformer" ]; then  # no program may be started from there
    rm -rf "$new"
    new=$(mktemp -d) kept=
    unpack
  fi
  if [ -n "$kept" ]; then
    [ ! -O "$there" ] || usable || rm -rf "$there"  # what was damaged
    mv -T "$new/$name" "$there" 2>/dev/null || true  # another one may have made it meanwhile
  fi
  if ! usable; then
    status=0
    "$new/$name/bin/glassformer" "$@" || status=$?
    exit "$status"
  fi
  rm -rf "$new"
  trap - EXIT
fi
exec "$there/bin/glassformer" "$@"
