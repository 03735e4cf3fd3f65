// Writes `src/generated` from the OpenAPI document of the contracts: `npm run sdk:generate`.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from './generating/generate.ts'

const folder = join(import.meta.dirname, 'src/generated')
mkdirSync(folder, { recursive: true })
for (const [name, text] of Object.entries(generate())) writeFileSync(join(folder, name), text)
