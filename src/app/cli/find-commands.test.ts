import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { commands } from './commands.ts'
import { findCommands, loadedAlone } from './find-commands.ts'

test('a first word that is loaded alone brings all of its commands', async () => {
  for (const word of loadedAlone) {
    const wanted = commands.filter(({ words }) => words.split(' ')[0] === word)
    assert.ok(wanted.length > 0, word)
    const found = await findCommands([word])
    assert.deepEqual(
      found.map(({ words }) => words).toSorted(),
      wanted.map(({ words }) => words).toSorted(),
    )
  }
})

/** Runs a line in a process that says which files it has loaded. */
function loadedBy(line: readonly string[]): readonly string[] {
  const code = `
    import { registerHooks } from 'node:module'
    const files = []
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
    process.argv = [process.execPath, 'earmark', ...${JSON.stringify(line)}]
    process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(files)))
    await import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))})`
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    // A port that does not exist ends the server before it opens a database.
    env: { PATH: process.env['PATH'], PORT: 'none' },
    encoding: 'utf8',
  })
  return JSON.parse(stderr.trimEnd().split('\n').at(-1)!) as string[]
}

const parsers = /node_modules\/(?:commander|string-width)\/|cli\/commands\.ts|cli\/help\//

test('the server and the version load neither the parser nor the other commands', () => {
  for (const line of [['serve'], ['serve', '--role', 'api', '--json'], ['--version']]) {
    const files = loadedBy(line)
    assert.ok(files.length > 1, line.join(' '))
    assert.deepEqual(
      files.filter((file) => parsers.test(file)),
      [],
      line.join(' '),
    )
  }
  // The pattern finds what it is meant to find.
  assert.ok(loadedBy(['serve', '--role', 'nobody']).some((file) => parsers.test(file)))
})
