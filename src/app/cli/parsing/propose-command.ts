import type { Command } from './command.ts'
import { similar } from './program.ts'

/** Words that other programs use for ours. */
const synonyms: Readonly<Record<string, readonly string[]>> = {
  add: ['create', 'add', 'invite'],
  create: ['create', 'add'],
  delete: ['remove', 'delete', 'archive', 'revoke'],
  edit: ['change', 'set', 'rename'],
  get: ['show', 'list'],
  ls: ['list'],
  new: ['create', 'add'],
  remove: ['remove', 'delete', 'archive', 'revoke'],
  rm: ['remove', 'delete', 'archive', 'revoke'],
  show: ['show', 'list'],
  update: ['change', 'set', 'rename'],
}

/** Finds the commands that a mistyped line was probably meant as, at most three. */
export function proposeCommand(
  [first = '', second = '']: readonly string[],
  commands: readonly Command[],
): readonly string[] {
  const all = commands.map(({ words }) => words.split(' '))
  const exists = (words: string) => commands.some((one) => one.words === words)
  // `list household`, `household-list`.
  const turned = [`${second} ${first}`, first.replace('-', ' ')].filter(exists)
  if (turned.length > 0) return turned
  const nouns = all.map(([noun]) => noun!)
  const near = nouns.includes(first) ? [first] : similar(first, nouns)
  const proposals = near.flatMap((noun) => {
    const verbs = all.flatMap(([one, verb]) => (one === noun && verb !== undefined ? [verb] : []))
    if (verbs.length === 0 || second === '' || second.startsWith('-')) return [noun]
    if (verbs.includes(second)) return [`${noun} ${second}`]
    const meant = (synonyms[second] ?? []).filter((verb) => verbs.includes(verb)).slice(0, 1)
    const found = meant.length > 0 ? meant : similar(second, verbs)
    return found.length > 0 ? found.map((verb) => `${noun} ${verb}`) : noun === first ? [] : [noun]
  })
  return proposals.slice(0, 3)
}
