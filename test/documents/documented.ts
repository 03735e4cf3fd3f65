import { readFileSync } from 'node:fs'
import { commands } from '#/app/cli/commands.ts'
import { blocks, commandsOf, documentPaths } from './blocks.ts'

/** A command of a document, and where it stands. */
export type Documented = {
  readonly place: string
  readonly line: string
  /** The output that a session shows. */
  readonly output?: string
}

/** The program’s name as documents write it: in a checkout, installed, or by the package’s full name. */
export const PROGRAM =
  /^(?:node bin\/earmark\.js|(?:npx (?:--yes )?)?(?:earmark|@[\w-]+\/server))(?= |$)/

const run = ['sh', 'console']

/** The commands of all blocks that are neither marked nor output. */
export const blockCommands: readonly Documented[] = blocks
  .filter(({ language, marks }) => run.includes(language) && Object.keys(marks).length === 0)
  .flatMap((block) => {
    const place = `${block.path}:${block.line}`
    const outputs = block.language === 'console' ? outputsOf(block.text) : []
    return commandsOf(block).map((line, at) => ({ place, line, output: outputs[at] ?? '' }))
  })

/** The output after each command of a session, in order. */
function outputsOf(text: string): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/g, ' ')
    .split(/^\$ .*$/m)
    .slice(1)
    .map((output) => output.trim())
}

/** Everything in backquotes that begins with the program’s name, outside of blocks. */
const inline: readonly Documented[] = documentPaths.flatMap((path) => {
  let isBlock = false
  return readFileSync(path, 'utf8')
    .replaceAll(/`([^`\n]*)\n([^`\n]*)`/g, '`$1 $2`\n')
    .split('\n')
    .flatMap((text, index) => {
      if (/^ *```/.test(text)) isBlock = !isBlock
      if (isBlock) return []
      return [...text.matchAll(/(?<!`)`([^`]+)`(?!`)/g)]
        .map(([, span]) => ({ place: `${path}:${index + 1}`, line: span! }))
        .filter(({ line }) => PROGRAM.test(line))
    })
})

const wordsOf = (line: string) => line.replace(PROGRAM, '').trim()

/** True for a name of a command, or of a group, without the operands that it needs. */
function isMention(line: string): boolean {
  const words = wordsOf(line)
  if (words.endsWith('…')) return true
  return commands.some(
    (one) => one.words.startsWith(words) && (one.words !== words || one.operands.length > 0),
  )
}

/** Commands in sentences that have what they need to be run. */
export const inlineCommands = inline.filter(({ line }) => !isMention(line))

/** The words of commands that documents name, in sentences and blocks: each is to be run at least once. */
export const mentioned = inline
  .filter(({ line }) => isMention(line) && !line.endsWith('…'))
  .flatMap(({ place, line }) => {
    const exact = commands.filter((one) => one.words === wordsOf(line))
    return exact.map(({ words }) => ({ place, words }))
  })
