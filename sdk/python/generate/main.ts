// Writes the files of the Python SDK that follow from the OpenAPI document: `npm run sdk:generate`.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { generate } from './generate.ts'

const place = join(import.meta.dirname, '../src/earmark_budget')
rmSync(join(place, '_api'), { recursive: true, force: true })
for (const [path, text] of generate()) {
  mkdirSync(dirname(join(place, path)), { recursive: true })
  writeFileSync(join(place, path), text)
}
