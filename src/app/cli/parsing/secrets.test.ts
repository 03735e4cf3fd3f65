import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { readConfig } from '#/platform/runtime/config.ts'
import type { Invocation } from './command.ts'
import { confirm, optionalSecret, secretOption } from './secrets.ts'

type Given = Pick<Invocation, 'options'> & Partial<Pick<Invocation, 'ask'>> & { input?: string }

function invocation({ options, input, ...rest }: Given): Invocation {
  return {
    config: readConfig({}),
    operands: [],
    options,
    withRuntime: () => assert.fail('it opens nothing'),
    read: async (file) => (file === '-' && input !== undefined ? input : assert.fail(file)),
    print: () => assert.fail('it prints nothing'),
    isTerminal: false,
    notice: () => {},
    stopped: () => assert.fail('it does not wait'),
    ...rest,
  }
}

const answering = (answer: string): Pick<Invocation, 'ask'> => ({ ask: async () => answer })

test('a secret comes from its option, from standard input, or from a terminal', async () => {
  const options = { token: 't0ken' }
  assert.equal(await secretOption(invocation({ options }), 'token'), 't0ken')
  const dash = { token: '-' }
  assert.equal(
    await secretOption(invocation({ options: dash, input: ' piped\r\n' }), 'token'),
    'piped',
  )
  const typed = answering('typed')
  assert.equal(await secretOption(invocation({ options: dash, ...typed }), 'token'), 'typed')
  assert.equal(await secretOption(invocation({ options: {}, ...typed }), 'token'), 'typed')
  assert.equal(await optionalSecret(invocation({ options: {}, ...typed }), 'token'), undefined)
})

test('a missing or empty secret is refused by name', async () => {
  const cases: [Given, RegExp][] = [
    [{ options: {} }, /^UsageError: --token is missing\. `--token -` reads it from standard input/],
    [{ options: { token: '-' }, input: '\n' }, /^UsageError: --token is empty/],
    [{ options: { token: '' } }, /^UsageError: --token is empty/],
    [{ options: {}, ...answering('') }, /^UsageError: --token is empty/],
  ]
  for (const [given, message] of cases) {
    await assert.rejects(secretOption(invocation(given), 'token'), message)
  }
})

test('only “yes” or --yes confirms, and without a terminal --yes is needed', async () => {
  await confirm(invocation({ options: { yes: true } }), 'Sure?')
  await confirm(invocation({ options: {}, ...answering('Yes ') }), 'Sure?')
  for (const answer of ['', 'y', 'no']) {
    const asked = invocation({ options: {}, ...answering(answer) })
    await assert.rejects(confirm(asked, 'Sure?'), /Nothing was changed/)
  }
  await assert.rejects(confirm(invocation({ options: {} }), 'Sure?'), /--yes/)
})

/** Types into a terminal in which the code runs; returns what the terminal showed. */
async function type(code: string, keys: string): Promise<string> {
  const line = `"${process.execPath}" --input-type=module -e '${code}'`
  // `script` waits for its shell, which the answer ends.
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    cwd: join(import.meta.dirname, '../../../..'),
  })
  const shown = text(child.stdout)
  let seen = ''
  // Typed too early, the terminal itself would echo it.
  child.stdout.on('data', (chunk) => {
    const before = seen
    seen += String(chunk)
    if (!before.includes('Token: ') && seen.includes('Token: ')) child.stdin.write(keys)
  })
  await once(child, 'close')
  return shown
}

test('a secret that is typed at a terminal is not shown', async () => {
  const code = `
    const { findAsker } = await import("#/app/cli/parsing/ask.ts")
    const answer = await findAsker()("Token: ", { isSecret: true }).catch((error) => error.message)
    console.log("[" + [...answer].toReversed().join("") + "]")`
  const shown = await type(code, 'abx\u007fcd\r')
  assert.match(shown, /Token: \r\n\[dcba\]/)
  assert.doesNotMatch(shown, /abc/)
  assert.match(await type(code, 'ab\u0003'), /Token: \r\n\[\.detpurretnI\]/)
})
