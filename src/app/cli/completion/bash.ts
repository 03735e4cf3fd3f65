import type { Candidate, CompletionData } from './data.ts'

const BODY = `_earmark() {
  local command='' pending='' given=' ' operands=0 ended='' list='' word i
  local cur=\${COMP_WORDS[COMP_CWORD]}
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $pending ]]; then
      [[ $word == '=' ]] || pending=''
    elif [[ -n $ended ]]; then
      operands=$((operands + 1))
    elif [[ $word == '--' ]]; then
      ended=1
    elif [[ $word == --* ]]; then
      given+="$word "
      [[ $'\\n'"$(_earmark_options "$command")"$'\\n' == *$'\\n'"$word="$'\\n'* ]] && pending=$word
    elif [[ $word == -?* ]]; then
      :
    elif [[ -z $command && $word == help ]]; then
      :
    elif [[ $operands == 0 ]] && _earmark_known "\${command:+$command }$word"; then
      command="\${command:+$command }$word"
    else
      operands=$((operands + 1))
    fi
  done
  COMPREPLY=()
  if [[ -n $pending ]]; then
    [[ $cur == '=' ]] && cur=''
    list=$(_earmark_values "$command $pending")
  elif [[ $cur == --* && -z $ended ]]; then
    list=$(_earmark_options "$command")
  else
    [[ $operands == 0 ]] && list=$(_earmark_next "$command")
    list+=$'\\n'$(_earmark_values "$command $((operands + 1))")
  fi
  if [[ $list == *@file* ]]; then
    compopt -o filenames 2>/dev/null
    list=\${list//@file/}$'\\n'$(compgen -f -- "$cur")
  fi
  while IFS= read -r word; do
    word=\${word%=}
    [[ -n $word && $word == "$cur"* && $given != *" $word "* ]] && COMPREPLY+=("$word")
  done <<< "$list"
}
complete -F _earmark earmark
`

/** Writes the completion for bash, also for the bash 3.2 of macOS. */
export function bashScript({ known, next, options, values }: CompletionData): string {
  return `# Completes lines of earmark in bash: source this file, or put it into bash-completion's folder.
_earmark_known() { case "$1" in
${known.map((words) => `${quoted(words)}) return 0 ;;`).join('\n')}
esac; return 1; }
_earmark_next() { case "$1" in
${casesOf(next)}
esac; }
_earmark_options() { case "$1" in
${casesOf(options)}
esac; }
_earmark_values() { case "$1" in
${casesOf(values)}
esac; }
${BODY}`
}

function casesOf(places: ReadonlyMap<string, readonly Candidate[]>): string {
  return [...places]
    .map(([place, words]) => {
      const all = words.map(({ word }) => quoted(word)).join(' ')
      return `${quoted(place)}) printf '%s\\n' ${all} ;;`
    })
    .join('\n')
}

/** Quotes a word for bash and zsh. */
export function quoted(text: string): string {
  return /^[\w@./=-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
