import type { Candidate, CompletionData } from './data.ts'

const BODY = `function __earmark_complete
  set -l tokens (commandline -opc)
  set -e tokens[1]
  set -l cur (commandline -ct)
  set -l command ''
  set -l pending ''
  set -l ended ''
  set -l given
  set -l operands 0
  for word in $tokens
    set -l longer (string trim -- "$command $word")
    if test -n "$pending"
      set pending ''
    else if test -n "$ended"
      set operands (math $operands + 1)
    else if test "$word" = --
      set ended 1
    else if string match -q -- '--*' $word
      set -a given (string replace -r '=.*' '' -- $word)
      if __earmark_options "$command" | string match -q -- "$word="\\t'*'
        set pending $word
      end
    else if string match -q -- '-?*' $word
      continue
    else if test -z "$command" -a "$word" = help
      continue
    else if test $operands -eq 0; and __earmark_known $longer
      set command $longer
    else
      set operands (math $operands + 1)
    end
  end
  set -l lines
  set -l before ''
  if test -z "$pending" -a -z "$ended"; and string match -q -- '--*=*' $cur
    set pending (string replace -r '=.*' '' -- $cur)
    set before "$pending="
  end
  if test -n "$pending"
    set lines (__earmark_values "$command $pending")
  else if string match -q -- '-*' $cur; and test -z "$ended"
    for line in (__earmark_options "$command")
      contains -- (string replace -r '=?\\t.*' '' -- $line) $given
      or set -a lines (string replace -r '=\\t' \\t -- $line)
    end
  else
    test $operands -eq 0; and set lines (__earmark_next "$command")
    set -a lines (__earmark_values "$command "(math $operands + 1))
  end
  for line in $lines
    if string match -q -- '@file*' $line
      set -l typed (string replace -- "$before" '' $cur)
      for path in (__fish_complete_path $typed)
        printf '%s%s\\n' "$before" $path
      end
    else
      printf '%s%s\\n' "$before" $line
    end
  end
end
complete -c earmark -f -a '(__earmark_complete)'
`

/** Writes the completion for fish. */
export function fishScript({ known, next, options, values }: CompletionData): string {
  return `# Completes lines of earmark in fish: source this file, or put it into ~/.config/fish/completions.
function __earmark_known
  contains -- "$argv[1]" ${known.map(quoted).join(' ')}
end
function __earmark_next
  switch "$argv[1]"
${casesOf(next)}
  end
end
function __earmark_options
  switch "$argv[1]"
${casesOf(options)}
  end
end
function __earmark_values
  switch "$argv[1]"
${casesOf(values)}
  end
end
${BODY}`
}

function casesOf(places: ReadonlyMap<string, readonly Candidate[]>): string {
  return [...places]
    .map(([place, words]) => {
      const lines = words.map(({ word, text }) => quoted(`${word}\t${text}`)).join(' ')
      return `    case ${quoted(place)}\n      printf '%s\\n' ${lines}`
    })
    .join('\n')
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
