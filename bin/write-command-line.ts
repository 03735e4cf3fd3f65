// Writes the reference of the commands into docs/command-line.md, from their declarations: `npm run docs:commands`.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commands } from '#/app/cli/commands.ts'
import { commandReference } from '#/app/cli/help/reference.ts'

const path = join(import.meta.dirname, '../docs/command-line.md')
const [before] = readFileSync(path, 'utf8').split('\n### ')
writeFileSync(path, `${before}\n${commandReference(commands)}\n`)
