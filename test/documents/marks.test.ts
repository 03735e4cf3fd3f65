import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Block, blocks, commandsOf } from './blocks.ts'

// CONTRIBUTING.md (Write commands into a document) has the convention.

/** Languages whose blocks `commands.test.ts` and `python.test.ts` run. */
const run = ['sh', 'console', 'python']

/** `bodies.test.ts` validates blocks of JSON with `schema` or `body`. */
const marks = ['not-run', 'run-by', 'same-as', 'schema', 'body']

test('each block of the documents is run, or says by which test, or why not', () => {
  assert.deepEqual(
    blocks.flatMap((block) =>
      faultsOf(block).map((fault) => `${block.path}:${block.line}: ${fault}`),
    ),
    [],
  )
  assert.ok(blocks.length > 30)
})

test('a block is refused without a language, a reason or a test that exists', () => {
  const block = (marks: Record<string, string>, language = 'sh', text = 'npx earmark demo') => {
    return faultsOf({ path: 'docs/operating.md', line: 1, language, marks, text })
  }
  assert.deepEqual(block({}), [])
  assert.deepEqual(block({ 'not-run': 'needs Docker' }), [])
  assert.equal(block({ 'not-run': '' }).length, 1)
  assert.equal(block({ 'not-rum': 'needs Docker' }).length, 1)
  assert.equal(block({ 'run-by': 'test/gone.test.ts' }).length, 1)
  assert.equal(block({ 'run-by': 'test/words.test.ts' }).length, 1)
  assert.equal(block({ 'run-by': '.ci/run' }).length, 1)
  assert.deepEqual(block({ 'run-by': '.ci/run' }, 'sh', 'npm run check  # first'), [])
  assert.equal(block({}, '', 'npx earmark demo').length, 1)
  assert.equal(block({}, 'nginx', 'listen 80;').length, 1)
  assert.equal(block({}, 'json', '{}').length, 1)
  assert.deepEqual(block({ schema: 'ErrorAnswer' }, 'json', '{}'), [])
  assert.equal(block({ schema: 'ErrorAnswer' }, 'sh').length, 1)
  assert.deepEqual(
    block({ 'same-as': 'docs/installing.md' }, 'sh', 'tar xf earmark-*-linux-x64.tar.gz'),
    [],
  )
  assert.equal(block({ 'same-as': 'docs/installing.md' }, 'sh', 'tar xf earmark').length, 1)
  assert.equal(block({}, 'text', 'Then:\n$ npx earmark demo').length, 1)
  assert.equal(block({}, 'text', 'sudo apt install earmark').length, 1)
  assert.deepEqual(block({}, 'text', 'march.csv line 17: not a date'), [])
})

function faultsOf(block: Block): string[] {
  const unknown = Object.keys(block.marks).filter((name) => !marks.includes(name))
  if (unknown.length > 0) return unknown.map((name) => `there is no mark ${name}`)
  const { 'not-run': reason, 'run-by': other, 'same-as': same, schema, body } = block.marks
  if (same !== undefined) return sameFaults(block, same)
  if (schema !== undefined || body !== undefined) {
    return block.language === 'json' ? [] : ['only JSON has a schema or is a body']
  }
  if (reason !== undefined) return reason.length > 5 ? [] : ['not-run needs a reason']
  if (other !== undefined) return otherFaults(block, other)
  if (run.includes(block.language)) return []
  if (block.language === 'text') {
    return /^\$ |^(?:sudo |npx |npm |curl |docker |apt|systemctl |earmark )/m.test(block.text)
      ? ['a block of text has a command: write sh or console']
      : []
  }
  return [`a block of “${block.language}” needs run-by or not-run, JSON also a schema or body`]
}

/** The other test reads the document, or runs each command of the block literally. */
function otherFaults(block: Block, other: string): string[] {
  if (!existsSync(other)) return [`${other} does not exist`]
  const text = readFileSync(other, 'utf8')
  if (text.includes(block.path.split('/').at(-1)!)) return []
  const commands = commandsOf(block).map((line) => line.replace(/\s+#.*$/, ''))
  return commands.length > 0 && commands.every((line) => text.includes(line))
    ? []
    : [`${other} does not run it`]
}

/** Another document has each of the commands, in blocks that say for themselves how they are run. */
function sameFaults(block: Block, path: string): string[] {
  const known = blocks.filter((one) => one.path === path).flatMap(commandsOf)
  const bare = (line: string) => line.replace(/\s+#.*$/, '')
  const lines = new Set(known.map(bare))
  const missing = commandsOf(block).filter((line) => !lines.has(bare(line)))
  return missing.map((line) => `${path} does not have: ${line}`)
}
