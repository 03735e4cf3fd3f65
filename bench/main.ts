// `npm run bench` measures everything, `npm run bench -- list` one part. Ratios of one run, never absolute claims.
import { measureBackup } from './backup.ts'
import { measureCost } from './cost.ts'
import { createUnequals, measureDepth } from './depth.ts'
import { measureEngine } from './engine.ts'
import { measureGrowth } from './growth.ts'
import { measureIdle } from './idle.ts'
import { measureImport } from './import.ts'
import { measureImportFiles } from './import-files.ts'
import { openInstance } from './instance.ts'
import { keepTable } from './keep-table.ts'
import { createHouseholds, measureList } from './list.ts'
import { measureLoop } from './loop.ts'
import { measureRecord } from './record.ts'
import { measureStart } from './start.ts'
import { measureWebhooks } from './webhooks.ts'
import { isReached, type Line, toTable } from './table.ts'

const parts = [
  'start',
  'idle',
  'list',
  'cost',
  'record',
  'growth',
  'depth',
  'engine',
  'webhooks',
  'import',
  'files',
  'loop',
  'backup',
] as const
type Part = (typeof parts)[number]

const [named] = process.argv.slice(2)
const chosen = parts.filter((part) => named === undefined || part === named)
if (chosen.length === 0) {
  console.error(`bench: no part ${named}; there are ${parts.join(', ')}`)
  process.exit(2)
}
const today = Temporal.Now.plainDateISO('UTC').toString()
const lines = await measure(new Set(chosen))
console.log(toTable(lines))
if (named === undefined) keepTable('table', lines)
process.exitCode = lines.every(isReached) ? 0 : 1

async function measure(wanted: ReadonlySet<Part>): Promise<Line[]> {
  const found: Line[] = []
  const add = (part: Part, some: readonly Line[]) => {
    console.error(`${part} measured, ${performance.now().toFixed(0)} ms`)
    for (const { what, value } of some) console.error(`  ${value.toFixed(2)} ${what}`)
    found.push(...some)
  }
  if (wanted.has('start')) add('start', await measureStart())
  if (wanted.has('idle')) add('idle', await measureIdle())
  if ([...wanted].every((part) => part === 'start' || part === 'idle')) return found
  const instance = await openInstance()
  // Stops PostgreSQL when somebody interrupts the bench.
  const breakOff = () => void instance.close().finally(() => process.exit(1))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, breakOff)
  try {
    if (wanted.has('list') || wanted.has('record')) {
      const many = await createHouseholds(instance, today)
      if (wanted.has('list')) add('list', await measureList(instance, many))
      if (wanted.has('record')) add('record', await measureRecord(instance, many, today))
    }
    if (wanted.has('cost')) {
      const cost = await measureCost(instance, today)
      add('cost', cost)
      // A shorter run is not kept.
      if (process.argv.length === 3) keepTable('cost', cost)
    }
    if (wanted.has('growth')) add('growth', await measureGrowth(instance, today))
    if (wanted.has('depth')) {
      add('depth', await measureDepth(instance, await createUnequals(instance, today), today))
    }
    if (wanted.has('engine')) add('engine', await measureEngine(instance))
    if (wanted.has('webhooks')) add('webhooks', await measureWebhooks(instance))
    if (wanted.has('import')) add('import', await measureImport(instance))
    if (wanted.has('files')) add('files', await measureImportFiles(instance))
    if (wanted.has('loop')) {
      const loop = await measureLoop(instance)
      add('loop', loop)
      keepTable('loop', loop)
    }
    if (wanted.has('backup')) add('backup', await measureBackup(instance, today))
    return found
  } finally {
    await instance.close()
  }
}
