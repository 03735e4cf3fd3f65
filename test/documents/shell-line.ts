/** A line of a document, taken apart as a shell does: what is piped in, the words, and where the output goes. */
export type ShellLine = {
  /** The commands before the last pipe, as they stand there; null without a pipe. */
  readonly before: string | null
  /** Variables set for the command: `NAME=value command`. */
  readonly env: Readonly<Record<string, string>>
  readonly words: readonly string[]
  /** Files of `< FILE` and `> FILE`. */
  readonly input: string | null
  readonly output: string | null
  /** The explanation behind ` # `. */
  readonly comment: string
}

type Token = { readonly text: string; readonly isOperator: boolean }

/** Takes a line apart. Throws on what this small shell does not know, so that nothing is run otherwise than it reads. */
export function readLine(line: string): ShellLine {
  const { tokens, comment, lastPipe } = scan(line)
  const words: string[] = []
  const files: Record<string, string> = {}
  const env: Record<string, string> = {}
  const own = lastPipe === null ? tokens : tokens.slice(lastPipe.token + 1)
  for (let index = 0; index < own.length; index += 1) {
    const { text, isOperator } = own[index]!
    if (isOperator) {
      const file = own[(index += 1)]
      if (!['<', '>'].includes(text) || !file || file.isOperator) {
        throw new Error(`“${text}” is not understood: mark the block, or write it in another way`)
      }
      files[text] = file.text
      continue
    }
    const [, name, value] = (words.length === 0 && /^([A-Z_]+)=(.*)$/s.exec(text)) || []
    if (name !== undefined) env[name] = value!
    else words.push(text)
  }
  return {
    before: lastPipe === null ? null : line.slice(0, lastPipe.at).trim(),
    env,
    words,
    input: files['<'] ?? null,
    output: files['>'] ?? null,
    comment,
  }
}

type Scanned = {
  readonly tokens: Token[]
  readonly comment: string
  /** Where the last pipe stands: in the line, and among the tokens. */
  readonly lastPipe: { readonly at: number; readonly token: number } | null
}

function scan(line: string): Scanned {
  const tokens: Token[] = []
  let lastPipe: Scanned['lastPipe'] = null
  const pattern =
    /\s+|(#.*)|(&&|\|\||[|<>;&`])|((?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\|<>;&`])+)/gy
  let match: RegExpExecArray | null
  let end = 0
  while ((match = pattern.exec(line)) !== null) {
    const [whole, comment, operator, word] = match
    end = pattern.lastIndex
    if (comment !== undefined) return { tokens, comment: comment.slice(1).trim(), lastPipe }
    if (operator === '|') lastPipe = { at: match.index, token: tokens.length }
    if (operator !== undefined) tokens.push({ text: operator, isOperator: true })
    if (word !== undefined) tokens.push({ text: unquote(word), isOperator: false })
    if (whole === '') break
  }
  if (end !== line.length) throw new Error(`a quote is not closed: ${line}`)
  return { tokens, comment: '', lastPipe }
}

function unquote(word: string): string {
  const quoted = /'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)/gs
  return word.replaceAll(quoted, (...[, single, double, escaped]: (string | undefined)[]) => {
    return single ?? double?.replaceAll(/\\(["\\$`])/g, '$1') ?? escaped ?? ''
  })
}
