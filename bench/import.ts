import { createOutbound } from '#/platform/outbound/outbound.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { connectWithPublicToken } from '#/sources/banks/connecting/connect-plaid.ts'
import { loadDocument } from '#/documents/load.ts'
import { firstMessage, startProgram } from './child.ts'
import { type Home, measureFirstImport, type Source } from './first-import.ts'
import type { Instance } from './instance.ts'
import { openReaders } from './reads.ts'
import { pause } from './server.ts'
import type { Line } from './table.ts'

/** A first import from SimpleFIN reads two windows. */
const WINDOWS = 2

/** First imports from banks. */
export async function measureImport(instance: Instance): Promise<Line[]> {
  const bank = startProgram('import-bank.ts')
  const port = await firstMessage<number>(bank)
  try {
    const readers = await openReaders(instance)
    const lines: Line[] = []
    for (const source of [simplefin(port), plaid(port)]) {
      lines.push(...(await measureFirstImport(instance, source, readers)))
    }
    return lines
  } finally {
    await bank.stop()
  }
}

const allow = { EARMARK_ALLOW_CIDRS: '127.0.0.0/8' }

function simplefin(port: number): Source {
  return {
    name: 'SimpleFIN',
    env: allow,
    // An answer has at most 16 MB.
    rowsMax: 100_000,
    begin: beginSync,
    open: (instance, rows) =>
      connect(instance, async (runtime, owner) => {
        const claim = `http://127.0.0.1:${port}/claim/${rows / WINDOWS}`
        const setupToken = Buffer.from(claim).toString('base64')
        return connectWithSetupToken(runtime, { ...owner, setupToken, connectionId: null })
      }),
  }
}

function plaid(port: number): Source {
  const url = `http://127.0.0.1:${port}`
  let opened = 0
  return {
    name: 'Plaid',
    env: {
      ...allow,
      EARMARK_PLAID_URL: url,
      EARMARK_PLAID_CLIENT_ID: 'bench',
      EARMARK_PLAID_SECRET: 'bench',
    },
    rowsMax: Infinity,
    begin: beginSync,
    open: (instance, rows) =>
      connect(instance, async (runtime, owner) => {
        opened += 1
        const access = { url, clientId: 'bench', secret: 'bench', webhookUrl: null }
        const publicToken = `rows-${rows}-${opened}`
        return connectWithPublicToken({ ...runtime, plaid: access }, { ...owner, publicToken })
      }),
  }
}

type Owner = {
  readonly householdId: string
  readonly memberId: string
  readonly zone: string
  readonly selectAll: boolean
}

/** A household whose only account is the bank's, followed; nothing is imported before somebody asks. */
async function connect(
  { runtime }: Instance,
  work: (runtime: Instance['runtime'], owner: Owner) => Promise<unknown>,
): Promise<Home> {
  const zone = 'Europe/Madrid'
  const loaded = await loadDocument(runtime, {
    household: { name: 'Bench', timezone: zone, currency: 'EUR' },
    members: [{ ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' }],
  })
  const { household_id: householdId, members } = loaded
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  const owner = { householdId, memberId: members['ada']!, zone, selectAll: true }
  await work({ ...runtime, outbound }, owner)
  await outbound.close()
  await schedule(runtime, householdId, null)
  const entry = await runtime.db
    .selectFrom('provider_accounts')
    .select('account_id')
    .where('household_id', '=', householdId)
    .executeTakeFirstOrThrow()
  return { householdId, accountId: entry.account_id!, job: { householdId } }
}

async function beginSync({ runtime }: Instance, { householdId }: Home): Promise<void> {
  await schedule(runtime, householdId, runtime.now())
  for (;;) {
    const { last_success_at, failures } = await runtime.db
      .selectFrom('connections')
      .select(['last_success_at', 'failures'])
      .where('household_id', '=', householdId)
      .executeTakeFirstOrThrow()
    if (failures > 0) throw new Error('The import failed.')
    if (last_success_at !== null) return
    await pause(250)
  }
}

async function schedule(
  { db }: Instance['runtime'],
  householdId: string,
  at: Temporal.Instant | null,
): Promise<void> {
  await db
    .updateTable('connections')
    .set({ next_sync_at: at })
    .where('household_id', '=', householdId)
    .execute()
}
