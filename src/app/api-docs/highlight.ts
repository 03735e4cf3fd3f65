import { escape } from './html.ts'

/** Words that begin or join statements in the languages of the examples. */
const KEYWORDS =
  'await|async|break|case|catch|class|const|continue|def|do|else|elif|elsif|end|ensure|except|export|extends|finally|for|foreach|from|func|function|go|if|import|in|interface|is|let|module|new|not|or|and|package|private|public|raise|range|rescue|return|static|struct|switch|then|throw|throws|try|type|unless|use|using|var|void|while|with|yield|true|false|null|nil|None|True|False'

/** A text, a comment, a number or a keyword, whichever begins first. */
const PATTERN = new RegExp(
  [
    String.raw`(?<text>"(?:\\.|[^"\\\n]){0,150}"|'(?:\\.|[^'\\\n]){0,150}'|\u0060(?:\\.|[^\u0060\\]){0,150}\u0060)`,
    String.raw`(?<comment>\/\*(?:[^*]|\*(?!\/))*(?:\*\/)?|(?<=^|\s)(?:\/\/|#)(?=[\s!]).*)`,
    String.raw`(?<number>(?<![\w.])-?\d[\d_]*(?:\.\d+)?(?![\w]))`,
    String.raw`(?<keyword>(?<![\w$.-])(?:${KEYWORDS})(?![\w-]))`,
  ].join('|'),
  'gm',
)

/** Marks the parts of a program for the style sheet. Works for all languages of the examples, roughly, and never fails. */
export function highlight(code: string): string {
  let at = 0
  let marked = ''
  for (const match of code.matchAll(PATTERN)) {
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]
    const end = match.index + match[0].length
    const shown = kind === 'text' && code[end] === ':' ? 'name' : kind
    marked += `${escape(code.slice(at, match.index))}<span class="${shown}">${escape(match[0])}</span>`
    at = end
  }
  return marked + escape(code.slice(at))
}
