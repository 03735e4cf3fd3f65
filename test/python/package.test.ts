import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openapi } from '#/platform/contract/openapi.ts'
import { publicContracts } from '#/app/http/public-contracts.ts'
import { type Document, listOperations } from '#/app/api-docs/document.ts'
import { generate } from '../../sdk/python/generate/generate.ts'
import { blocks } from '../documents/blocks.ts'
import { certificate, key } from '../support/test-certificate.ts'
import { pythons, requirePython, runPython, SDK } from './interpreters.ts'

// The Python SDK as a package: what is generated, complete, typed, and runs on every Python that is here.

const source = join(SDK, 'src/earmark_budget')
const folder = mkdtempSync(join(tmpdir(), 'earmark-python-'))
after(() => rmSync(folder, { recursive: true }))

test('what is generated from the OpenAPI document is current: npm run sdk:generate', () => {
  const files = generate()
  for (const [path, text] of files) {
    assert.equal(readFileSync(join(source, path), 'utf8'), text, path)
  }
  const written = globSync('_api/*.py', { cwd: source })
  assert.deepEqual(
    written.toSorted(),
    [...files.keys()].filter((one) => one !== 'types.py').toSorted(),
  )
})

test('its version is that of the product', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  assert.equal(readFileSync(join(source, '_version.py'), 'utf8'), `VERSION = "${version}"\n`)
})

test('it needs nothing but the standard library', async (context) => {
  const python = requirePython(context)
  if (python === null) return
  assert.doesNotMatch(readFileSync(join(SDK, 'pyproject.toml'), 'utf8'), /^dependencies/m)
  // Without site-packages, in which installed packages are.
  const all = `
import importlib, pathlib, sys
sys.path.insert(0, "src")
for path in sorted(pathlib.Path("src").rglob("*.py")):
    importlib.import_module(".".join(path.relative_to("src").with_suffix("").parts))`
  const { code, errors } = await runPython(python, ['-I', '-S', '-B', '-c', all])
  assert.equal(code, 0, errors)
})

/** Calls every method of both clients that sends, with a sender that only notes what is asked. */
const calls = `
import asyncio, inspect, json
import earmark_budget
from earmark_budget import AsyncEarmark, Earmark

class Sender:
    def __init__(self, is_async): self.asked, self.is_async = [], is_async
    def send(self, call):
        self.asked.append([call.method, call.path])
        async def nothing(): return None
        return nothing() if self.is_async else None

def asked(client, is_async):
    sender = Sender(is_async)
    for name, group in vars(client).items():
        if name.startswith("_"): continue
        api = next(one for one in type(group).__mro__ if one.__name__.endswith("Api"))
        made = api(sender)
        for method in vars(api):
            if method.startswith("_"): continue
            call = getattr(made, method)
            needed = {
                one.name: "{id}" for one in inspect.signature(call).parameters.values() if one.default is one.empty
            }
            result = call(**needed)
            if is_async: asyncio.run(result)
    return sender.asked

options = {"api_key": "em_live_x"}
print(json.dumps([
    asked(Earmark("https://a.example", **options), False),
    asked(AsyncEarmark("https://a.example", **options), True),
]))
`

test('both clients have every operation of the API, and no other', async (context) => {
  const python = requirePython(context)
  if (python === null) return
  const { code, output, errors } = await runPython(python, ['-c', calls])
  assert.equal(code, 0, errors)
  const document = openapi(publicContracts, { serverUrl: '/v1' }) as unknown as Document
  const operations = listOperations(document).map(
    ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{id}')}`,
  )
  for (const asked of JSON.parse(output) as [string, string][][]) {
    const made = asked.map(([method, path]) => `${method} ${decodeURIComponent(path)}`)
    assert.deepEqual(made.toSorted(), operations.toSorted())
  }
  assert.ok(operations.length >= 35)
})

test('its files are Python 3.9', async (context) => {
  const python = requirePython(context)
  if (python === null) return
  const parse = `
import ast, pathlib
files = [*pathlib.Path("src").rglob("*.py"), *pathlib.Path("tests").rglob("*.py")]
for path in files: ast.parse(path.read_text(), str(path), feature_version=(3, 9))
assert len(files) > 20`
  const { code, errors } = await runPython(python, ['-c', parse])
  assert.equal(code, 0, errors)
})

test('mypy finds nothing in the package and the programs of its page, and what is misspelt', (context) => {
  if (spawnSync('mypy', ['--version']).status !== 0) {
    context.skip('mypy is not on this machine')
    return
  }
  const program = [
    'from earmark_budget import APIError, Earmark',
    'earmark = Earmark()',
    'error: APIError',
    'if error.code == "insuficient_scope": pass',
    'earmark.accounts.list()[0]["balanse"]',
    'earmark.transactions.list(serch="x")',
    'earmark.transactions.record(account_id="a", amount=1, concept="x")',
    'earmark.transactions.edit("a", amount=None)',
  ]
  const misspelt = join(folder, 'misspelt.py')
  writeFileSync(misspelt, program.join('\n'))
  const [twenty, ...others] = blocks
    .filter(({ path, language }) => path === 'docs/sdk-python.md' && language === 'python')
    .map(({ text }) => text)
  const documented = [join(folder, 'twenty.py'), join(folder, 'others.py')]
  writeFileSync(documented[0]!, twenty!)
  writeFileSync(documented[1]!, others.join('\n'))
  const checked = ['src/earmark_budget', 'tests', ...documented, misspelt]
  const words = ['--cache-dir', join(folder, 'mypy'), ...checked]
  const { stdout } = spawnSync('mypy', words, { cwd: SDK, encoding: 'utf8' })
  const found = [...stdout.matchAll(/^(.+?):(\d+): error/gm)].map(
    ([, path, line]) => `${path!.split('/').at(-1)}:${line}`,
  )
  assert.deepEqual(
    [...new Set(found)],
    [4, 5, 6, 7, 8].map((line) => `misspelt.py:${line}`),
    stdout,
  )
})

writeFileSync(join(folder, 'certificate.pem'), `${key}\n${certificate}\n`)

test('its own tests pass on every Python that is here', { concurrency: true }, async (context) => {
  if (requirePython(context) === null) return
  const runs = pythons.map((python) =>
    context.test(`Python ${python.version}`, async () => {
      const { code, output, errors } = await runPython(python, ['-m', 'unittest'], {
        env: { EARMARK_TEST_CERTIFICATE: join(folder, 'certificate.pem') },
      })
      assert.equal(code, 0, output + errors)
      assert.match(errors, /^Ran (?:[6-9]\d|\d{3}) tests/m)
      assert.doesNotMatch(errors, /skipped/)
    }),
  )
  await Promise.all(runs)
})
