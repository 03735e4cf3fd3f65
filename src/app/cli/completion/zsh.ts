import { quoted } from './bash.ts'
import type { Candidate, CompletionData } from './data.ts'

const BODY = `_earmark() {
  local command='' pending='' ended='' word
  local -i operands=0 i
  local -a reply given offered
  for ((i = 2; i < CURRENT; i++)); do
    word=\${words[i]}
    if [[ -n $pending ]]; then
      pending=''
    elif [[ -n $ended ]]; then
      operands+=1
    elif [[ $word == -- ]]; then
      ended=1
    elif [[ $word == --* ]]; then
      given+=("\${word%%=*}")
      _earmark_options "$command"
      [[ -n \${(M)reply:#$word=:*} ]] && pending=$word
    elif [[ $word == -?* || ( -z $command && $word == help ) ]]; then
      :
    elif (( operands == 0 )) && _earmark_known "\${command:+$command }$word"; then
      command="\${command:+$command }$word"
    else
      operands+=1
    fi
  done
  reply=()
  if [[ -z $pending && -z $ended && $PREFIX == --*=* ]]; then
    pending=\${PREFIX%%=*}
    compset -P '*='
  fi
  if [[ -n $pending ]]; then
    _earmark_values "$command $pending"
  elif [[ $PREFIX == -* && -z $ended ]]; then
    _earmark_options "$command"
    for word in $reply; do
      (( \${given[(Ie)\${\${word%%:*}%=}]} )) || offered+=("\${word/=:/:}")
    done
    reply=("\${offered[@]}")
  else
    if (( operands == 0 )); then
      _earmark_next "$command"
      offered=("\${reply[@]}")
      reply=()
    fi
    _earmark_values "$command $((operands + 1))"
    reply=("\${offered[@]}" "\${reply[@]}")
  fi
  if [[ -n \${(M)reply:#@file:*} ]]; then
    reply=("\${(@)reply:#@file:*}")
    _files
  fi
  (( $#reply )) && _describe -t words earmark reply
}
if [[ \${zsh_eval_context[-1]} == loadautofunc ]]; then
  _earmark "$@"
else
  compdef _earmark earmark
fi
`

/** Writes the completion for zsh: sourced, or as the file `_earmark` in a folder of `fpath`. */
export function zshScript({ known, next, options, values }: CompletionData): string {
  return `#compdef earmark
# Completes lines of earmark in zsh: source this file after compinit, or name it _earmark in a folder of fpath.
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
      const all = words.map(({ word, text }) => quoted(`${word.replaceAll(':', '\\:')}:${text}`))
      return `${quoted(place)}) reply=(${all.join(' ')}) ;;`
    })
    .join('\n')
}
