import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { commandsOf, blocks } from '../blocks.ts'
import { blockOf, type Kitchen } from './recipe.ts'

const run = promisify(execFile)
const PAGE = 'docs/recipes/hledger.md'

/** Runs the commands of the recipe in a folder, in order. Returns what each printed. */
export async function keepBooks(
  { url, key }: Kitchen,
  folder: string,
): Promise<ReadonlyMap<string, string>> {
  const script = blockOf(PAGE, { language: 'python', part: 'def entry', url })
  writeFileSync(join(folder, 'earmark-journal.py'), script)
  const env = { ...process.env, EARMARK_URL: url, EARMARK_API_KEY: key, LC_ALL: 'C.UTF-8' }
  const printed = new Map<string, string>()
  const own = blocks.filter(({ path, language }) => path === PAGE && language === 'sh')
  for (const line of own.flatMap(commandsOf)) {
    const { stdout } = await run('sh', ['-c', line], { cwd: folder, env, maxBuffer: 1e9 })
    printed.set(line, stdout)
  }
  return printed
}

/** Reads the postings of a journal as the amounts of each account, in cents. Throws if an entry does not balance. */
export function addUp(journal: string): ReadonlyMap<string, number> {
  const totals = new Map<string, number>()
  for (const entry of journal.split('\n\n')) {
    let sum = 0
    for (const line of entry.split('\n').slice(1)) {
      const [, account, amount] =
        /^ {4}(\S.*?) {2}(-?\d+\.\d\d) [A-Z]{3}(?: = .*)?$/.exec(line) ?? []
      if (account === undefined || amount === undefined) throw new Error(`not a posting: ${line}`)
      const cents = Number(amount.replace('.', ''))
      sum += cents
      totals.set(account, (totals.get(account) ?? 0) + cents)
    }
    if (sum !== 0) throw new Error(`does not balance: ${entry}`)
  }
  return totals
}
