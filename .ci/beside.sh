# To be sourced. What takes one processor runs beside something else: `beside NAME COMMAND...` starts it, and
# `joined NAME` waits for it, shows what it printed, and ends with its status. Its output is kept in $folder.
declare -A running
beside() {
  "${@:2}" > "$folder/$1.log" 2>&1 &
  running[$1]=$!
}
joined() {
  local status=0
  wait "${running[$1]}" || status=$?
  cat "$folder/$1.log" >&2
  return "$status"
}
