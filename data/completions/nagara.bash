# Completion for nagara in bash.

_nagara() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word IFS=$'\n'
  local lists='tracks albums artists playlists problems duplicates'
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    # Whatever comes behind it is a file.
    [[ $word != -- ]] || previous=--
  done
  compopt -o filenames 2>/dev/null
  case $previous in
    --list)
      COMPREPLY=($(compgen -W "${lists// /$'\n'}" -- "$current"))
      return
      ;;
    --seek)
      COMPREPLY=($(compgen -W $'0\n+10\n-10\n+60\n-60' -- "$current"))
      return
      ;;
    --volume)
      COMPREPLY=($(compgen -W $'100\n50\n+5\n-5' -- "$current"))
      return
      ;;
    --query) return ;;
    --scan)
      [[ $current == -* ]] || COMPREPLY=($(compgen -d -- "$current"))
      [[ $current == -* ]] || return
      ;;
    --inspect | --import | --export | --database)
      COMPREPLY=($(compgen -f -- "$current"))
      return
      ;;
  esac
  if [[ $current == -* && $previous != -- ]]; then
    COMPREPLY=($(compgen -W $'--play\n--pause\n--toggle\n--next\n--previous\n--stop\n--seek\n--volume
--enqueue\n--status\n--inspect\n--import\n--keep\n--export\n--scan\n--gain\n--list\n--query\n--database\n--json\n--demo\n--version
--help' -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}

complete -F _nagara nagara
