import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { commands } from './commands.ts'

// Every command that needs existing data is run in an empty folder. The program is loaded again for each line, in one
// process: a process for each would take a minute.

/** The commands that need an instance, which they may not begin. */
const asked = commands.filter(({ words, beginsInstance, reach }) => {
  return !beginsInstance && words !== 'serve' && reach !== 'anywhere'
})
const id = '01a1f82f-4b04-7241-86ef-c972c02761e2'

/** Runs each line as `earmark` does, and writes what it says. A missing option is added, and the line run again. */
const code = `
  const { file, lines } = JSON.parse(process.env.GIVEN)
  process.setMaxListeners(0)
  process.stdout.setMaxListeners(0)
  let said = ''
  const answer = process.stdout.write.bind(process.stdout)
  process.stdout.write = process.stderr.write = (text) => ((said += text), true)
  const all = []
  let count = 0
  for (const line of lines) {
    const words = [...line]
    for (let attempt = 0; attempt < 8; attempt += 1) {
      said = ''
      process.argv = [process.execPath, file, ...words]
      await import(file + '?' + (count += 1))
      const missing = /(?:--|\`)([a-z_-]+)\`? is (?:missing|required)/.exec(said)
      if (!missing) break
      words.push('--' + missing[1].replaceAll('_', '-'), '${id}')
    }
    all.push({ line: words.join(' '), said, code: process.exitCode })
    process.exitCode = 0
  }
  answer(JSON.stringify(all))`

test('a command that only looks fails in an empty folder, and leaves nothing there', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'earmark-looking-'))
  const data = join(folder, 'data')
  try {
    const statement = join(folder, 'march.csv')
    writeFileSync(statement, 'Date,Description,Amount\n2026-03-01,Bakery,-12.90\n')
    const lines = asked.map(({ words, operands }) => [
      ...words.split(' '),
      ...operands.map((name) => (name.startsWith('FILE') ? statement : id)),
    ])
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
      cwd: folder,
      env: {
        PATH: process.env['PATH'],
        EARMARK_DATA: data,
        XDG_CONFIG_HOME: folder,
        GIVEN: JSON.stringify({ file: join(import.meta.dirname, 'main.ts'), lines }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = await Promise.all([text(child.stdout), once(child, 'close')])
    const ran = JSON.parse(printed) as { line: string; said: string; code: number }[]
    assert.equal(ran.length, lines.length)
    assert.deepEqual(
      ran.filter((one) => one.code === 0 || one.said === ''),
      [],
    )
    const looked = ran.filter(({ said }) => said.includes(`There is no database in ${data} yet.`))
    const others = ran.filter((one) => !looked.includes(one))
    assert.ok(
      looked.length > ran.length * 0.75,
      others.map(({ line, said }) => `${line}: ${said}`).join(''),
    )
    assert.equal(existsSync(data), false)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
