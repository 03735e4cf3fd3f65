import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { loadDocument } from '#/documents/load.ts'
import { openDatabase } from '#/platform/database/database.ts'
import { migrate } from '#/platform/database/migrate.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { createFakeSimplefin } from '../fakes/fake-simplefin.ts'
import { bankAccount, bankRow, noon } from '../support/bank.ts'
import { budget } from '../support/given.ts'
import { ada } from '../support/product.ts'
import { createTestRuntime } from '../support/runtime.ts'
import { type Member, type Role, startMember } from './fleet.ts'
import type { Home } from './load.ts'
import { addressOf, directAddressOf, type Machine, prepareMachine, synchronize } from './machine.ts'
import { type EventReceiver, openReceiver } from './receiver.ts'
import { measureReturn } from './return.ts'

/** Two processes that answer and two that work, on a primary with a synchronous standby. */
export type Scene = {
  readonly apis: readonly Member[]
  readonly workers: readonly Member[]
  readonly homes: readonly Home[]
  readonly receiver: EventReceiver
  readonly primary: () => Machine
  readonly standby: () => Machine
  readonly machines: readonly Machine[]
  /** Has the bank say more payments, and makes their import due. */
  readonly offerPayments: () => Promise<void>
  /** The number of payments that the bank has said so far. */
  readonly offered: () => number
  /** Notes what happens, for those who read a failure. */
  readonly say: (what: string) => void
  readonly story: readonly string[]
  /**
   * Makes the standby the primary. Returns the seconds until each service was back; the other machine is its standby by
   * then.
   */
  readonly promote: () => Promise<Readonly<Record<string, number>>>
}

const HOMES = 6
/** So many have a webhook. Payments of the others are recorded together. */
const ANNOUNCED = 4
/** Payments that the bank says at a time. */
const BANK_ROWS = 600
/** Payday is the 28th, which begins in the middle of the bad days. */
const BEFORE_PAYDAY = '2026-01-27T22:58:30Z'
export const PAYDAY = '2026-01-28'

type Cleaning = { readonly after: (clean: () => Promise<void>) => void }

export async function openScene(t: Cleaning): Promise<Scene> {
  const stops: (() => Promise<unknown> | void)[] = []
  t.after(async () => {
    for (const stop of stops.toReversed()) await stop()
  })
  const folder = mkdtempSync(join(tmpdir(), 'earmark-bad-days-'))
  // The user who runs PostgreSQL for root must reach it.
  chmodSync(folder, 0o711)
  stops.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

  const begun = performance.now()
  const elapsed = () => performance.now() - begun
  const now = () =>
    Temporal.Instant.from(BEFORE_PAYDAY).add({ milliseconds: Math.round(elapsed()) })
  const story: string[] = []
  const say = (what: string) => {
    story.push(`${(elapsed() / 1000).toFixed(1)} s: ${what}`)
    console.log(story.at(-1))
  }

  const machines = [await prepareMachine(folder, 'one'), await prepareMachine(folder, 'two')]
  for (const machine of machines) {
    stops.push(async () => {
      machine.network.close()
      await machine.kill()
    })
  }
  let [primary, standby] = machines as [Machine, Machine]
  await primary.create()
  const { homes, bank } = await makeHomes({ primary, now, stops })
  await standby.follow(primary)
  await synchronize(primary, standby)

  const env = {
    DATABASE_URL: addressOf(machines),
    EARMARK_SECRET: 'a master secret of the tests',
    EARMARK_ALLOW_CIDRS: '127.0.0.0/8',
    EARMARK_API_LIMIT_MINUTE: '1000000',
    EARMARK_API_LIMIT_HOUR: '9999999',
  }
  const enlist = async (role: Role, number: number) => {
    const member = await startMember({ folder, env, now }, role, `${role}-${number}`)
    stops.push(member.end)
    return member
  }
  const apis = [await enlist('api', 1), await enlist('api', 2)]
  const workers = [await enlist('worker', 1), await enlist('worker', 2)]
  const receiver = await openReceiver()
  stops.push(receiver.close)
  for (const { key, isAnnounced } of homes) {
    if (isAnnounced) await makeWebhook(apis[0]!, key, receiver.url)
  }

  return {
    apis,
    workers,
    homes,
    receiver,
    machines,
    offered: () => bank.payments().length,
    offerPayments: async () => {
      bank.payments().push(...listRows(bank.payments().length))
      await makeImportDue(primary)
    },
    say,
    story,
    primary: () => primary,
    standby: () => standby,
    promote: async () => {
      ;[primary, standby] = [standby, primary]
      await primary.ask('select pg_promote()')
      say(`machine ${primary.name} is promoted`)
      const back = await measureReturn([...apis, ...workers], homes[0]!, receiver.arrivals)
      say(`seconds until it is back: ${JSON.stringify(back)}`)
      await standby.kill()
      standby.network.reset()
      await standby.follow(primary)
      await synchronize(primary, standby)
      return back
    },
  }
}

type Making = {
  readonly primary: Machine
  readonly now: () => Temporal.Instant
  readonly stops: (() => Promise<unknown> | void)[]
}

/** Creates the households, the first with a bank, by a connection that no bad day touches. */
async function makeHomes({ primary, now, stops }: Making) {
  const db = openDatabase({ url: directAddressOf(primary), connectionsMax: 2 })
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  try {
    await migrate(db, now())
    const runtime = createTestRuntime(db, { start: BEFORE_PAYDAY, outbound })
    const bank = await createFakeSimplefin({
      accounts: [bankAccount('A', { transactions: listRows(0) })],
      now: () => Math.floor(now().epochMilliseconds / 1000),
    })
    stops.push(() => bank.close())
    const homes: Home[] = []
    for (let count = 0; count < HOMES; count += 1) {
      const loaded = await loadDocument(runtime, { ...ada, ...budget })
      const { household_id: id, keys, accounts, expenses, members } = loaded
      const [account, expense] = [accounts['checking']!, expenses['groceries']!]
      homes.push({
        id,
        key: keys['rw']!.api_key,
        account,
        expense,
        isAnnounced: count < ANNOUNCED,
      })
      if (count > 0) continue
      await connectWithSetupToken(runtime, {
        householdId: id,
        memberId: members['ada']!,
        zone: ada.household.timezone,
        setupToken: bank.setupToken(),
        connectionId: null,
        selectAll: true,
      })
    }
    return { homes, bank: { payments: () => bank.state.accounts[0]!.transactions } }
  } finally {
    await outbound.close()
    await db.destroy()
  }
}

/** Payments of a bank that has said so many before. */
const listRows = (before: number) =>
  Array.from({ length: BANK_ROWS }, (_, n) =>
    bankRow(`row-${before + n}`, { posted: noon('2026-01-26') + before + n }),
  )

/** Without it the bank would be asked again after hours. */
async function makeImportDue(primary: Machine): Promise<void> {
  const db = openDatabase({ url: directAddressOf(primary), connectionsMax: 1 })
  try {
    await sql`update connections set next_sync_at = created_at`.execute(db)
  } finally {
    await db.destroy()
  }
}

async function makeWebhook(api: Member, key: string, url: string): Promise<void> {
  const response = await fetch(`${api.origin()}/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Mine', url }),
  })
  assert.equal(response.status, 201, await response.text())
}
