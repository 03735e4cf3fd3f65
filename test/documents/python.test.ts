import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requirePython, runPython } from '../python/interpreters.ts'
import { budget } from '../support/given.ts'
import { startProduct } from '../support/product.ts'
import { blocks } from './blocks.ts'

// Runs the blocks of Python in the documents. Those of one document follow each other in one process, as a reader types
// them; EARMARK_URL and EARMARK_API_KEY are set.

const product = await startProduct({ limited: false })
const { url } = await product.listen()

const unmarked = blocks.filter(
  ({ language, marks }) => language === 'python' && Object.keys(marks).length === 0,
)
const paths = [...new Set(unmarked.map(({ path }) => path))]

/** Runs the texts one after the other; an error names the line of the document. */
const runner = `
import json, os
space = {"__name__": "__main__"}
for block in json.loads(os.environ["BLOCKS"]):
    code = "\\n" * block["line"] + block["text"]
    exec(compile(code, block["path"], "exec"), space)
`

for (const path of paths) {
  test(`the Python in ${path} runs`, async (context) => {
    const python = requirePython(context)
    if (python === null) return
    const { keys } = await product.household(budget)
    const own = unmarked.filter((block) => block.path === path)
    const { code, errors } = await runPython(python, ['-c', runner], {
      env: {
        BLOCKS: JSON.stringify(own),
        EARMARK_URL: url,
        EARMARK_API_KEY: keys['rw']!.api_key,
      },
    })
    assert.equal(code, 0, errors)
  })
}

test('there are such blocks', () => {
  assert.ok(unmarked.length >= 8)
})
