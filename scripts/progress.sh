# shellcheck shell=bash
# For scripts that build: ninja's lines, with NINJA_STATUS='%f %t %e ', as per cent and time left.
# progress LOG: all of them go to the log. In a
# terminal the line is written anew, elsewhere one is written for every tenth part.
progress() {
  local line finished all seconds percent said=0 left end='\n' step=10
  if [ -t 1 ]; then end='\033[K\r' step=1; fi
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$1"
    [[ $line =~ ^([0-9]+)\ ([0-9]+)\ ([0-9]+)\.[0-9]*\  ]] || continue
    finished=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]} seconds=${BASH_REMATCH[3]}
    [ "$finished" -gt 0 ] || continue
    percent=$((100 * finished / all)) left=$((seconds * (all - finished) / finished))
    [ "$percent" -ge $((said + step)) ] || continue
    said=$percent
    if [ "$left" -ge 90 ]; then left="about $(((left + 30) / 60)) min left"; else left="about $left s left"; fi
    printf "Building: %d %%, %s$end" "$percent" "$left"
  done
  if [ -t 1 ]; then printf '\033[K'; fi
}
