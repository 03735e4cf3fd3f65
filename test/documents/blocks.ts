import { globSync, readFileSync } from 'node:fs'

/** A fenced block of a document. */
export type Block = {
  readonly path: string
  /** The line of its opening fence, from 1. */
  readonly line: number
  /** The first word of its info string; '' without one. */
  readonly language: string
  /** Its marks: `not-run="needs Docker"`. */
  readonly marks: Readonly<Record<string, string>>
  readonly text: string
}

/** The documents whose commands are run: everything below `docs`, and the README. */
export const documentPaths = [...globSync('docs/**/*.md').toSorted(), 'README.md']

export const blocks: readonly Block[] = documentPaths.flatMap(readBlocks)

function readBlocks(path: string): Block[] {
  const found: Block[] = []
  let open: { line: number; info: string; indent: string; fence: string; lines: string[] } | null =
    null
  for (const [index, text] of readFileSync(path, 'utf8').split('\n').entries()) {
    const fence = /^( *)(`{3,})(.*)$/.exec(text)
    if (open === null) {
      if (!fence) continue
      const [, indent = '', ticks = '', info = ''] = fence
      open = { line: index + 1, info, indent, fence: ticks, lines: [] }
    } else if (fence && fence[2] === open.fence && fence[3]!.trim() === '') {
      const { line, info, lines } = open
      found.push({ path, line, ...readInfo(info), text: lines.join('\n') })
      open = null
    } else {
      open.lines.push(text.startsWith(open.indent) ? text.slice(open.indent.length) : text)
    }
  }
  if (open !== null) throw new Error(`${path}:${open.line}: the block is not closed.`)
  return found
}

function readInfo(info: string): Pick<Block, 'language' | 'marks'> {
  const [, language = '', rest = ''] = /^\s*(\S*)\s*(.*)$/.exec(info)!
  const marks = Object.fromEntries(
    [...rest.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
  )
  return { language, marks }
}

/** The lines of a block that are commands, without prompts and comments; a backslash continues a line. */
export function commandsOf({ language, text }: Block): readonly string[] {
  const whole = text.replaceAll(/\\\n\s*/g, ' ').split('\n')
  const lines = language === 'console' ? whole.filter((line) => line.startsWith('$ ')) : whole
  return lines
    .map((line) => line.replace(/^\$ /, '').trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
}
