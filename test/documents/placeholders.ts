import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { addIdentity } from '#/access/oidc/identities.ts'
import type { Instance } from './instance.ts'

/** Makes or finds what a word in capitals stands for. */
type Make = () => Promise<string>

/** Finds out what a word in capitals stands for, in a command or in all. Each use makes a new record if need be. */
export function createPlaceholders(
  instance: Instance,
  householdId: string,
): (words: string, name: string) => Make | undefined {
  const json = async (...words: string[]) =>
    (await instance.run(words)).json as Readonly<Record<string, string>>
  const only = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> => {
    const { rows } = await query.execute(instance.runtime.db)
    return rows[0]?.id ?? assert.fail('the instance has no such record')
  }
  const newest = (table: string) => () =>
    only(sql`select id from ${sql.table(table)} where household_id = ${householdId}
      order by id desc limit 1`)
  let serial = 0
  const member: Make = async () => {
    serial += 1
    const email = `member${serial}@example.com`
    return (await json('member', 'add', householdId, '--email', email, '--name', `Bo ${serial}`))[
      'id'
    ]!
  }
  const create = async (name: string, ...kind: readonly string[]): Promise<string> => {
    serial += 1
    const words = ['account', 'create', householdId, '--name', `${name} ${serial}`, ...kind]
    return (await json(...words))['id']!
  }
  const account: Make = () => create('Account', '--type', 'depository')
  const card: Make = () => create('Card', '--type', 'credit', '--balance=-1000')
  const worth: Make = () => create('House', '--type', 'investment')
  const owner: Make = () =>
    only(sql`select id from members where household_id = ${householdId} and role = 'owner'`)
  const payment: Make = () =>
    only(sql`select id from transactions where household_id = ${householdId} and deleted_at is null
      and amount < -1000 and type = 'expense' order by booked_at desc, id limit 1`)
  // Documents revoke keys, so each use has one of its own.
  const apiKey: Make = async () => {
    const words = ['key', 'create', householdId, '--member', await owner()]
    return (await json(...words, '--scope', 'data.read,data.write'))['api_key']!
  }
  const webhook: Make = async () => {
    const answer = await ask('/v1/webhooks', await apiKey(), {
      name: 'Mine',
      url: 'https://example.com/x',
    })
    return (answer as { id: string }).id
  }
  const walletCard: Make = async () => {
    const { token } = await json(
      'wallet',
      'create',
      householdId,
      '--name',
      `Phone ${(serial += 1)}`,
    )
    await ask('/ingest/wallet', token!, {
      kind: 'payment',
      merchant: 'Bakery',
      amount: '4.50',
      card: `Card ${serial}`,
    })
    const { json: devices } = await instance.run(['wallet', 'list', householdId])
    const cards = (devices as { accounts: { id: string }[] }[]).flatMap(({ accounts }) => accounts)
    return cards.at(-1)?.id ?? assert.fail('no card was pushed')
  }
  const ask = async (path: string, token: string, body: object): Promise<unknown> => {
    const answer = await fetch(instance.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
    assert.ok(answer.ok, await answer.clone().text())
    return answer.json()
  }
  const removed: Make = async () => {
    const id = await payment()
    await instance.run(['transaction', 'delete', householdId, id])
    return id
  }
  const valued: Make = async () => {
    const id = await worth()
    await instance.run([
      'account',
      'value',
      householdId,
      id,
      '--value',
      '5000',
      '--day',
      '2026-11-19',
    ])
    return id
  }
  const login: Make = async () => {
    const [ada] = (await instance.run(['person', 'list'])).json as { id: string }[]
    const identity = { issuer: 'https://auth.example.com/', subject: `${(serial += 1)}` }
    await addIdentity(instance.runtime, ada!.id, { ...identity, account: 'ada' })
    const { json: shown } = await instance.run(['person', 'show', ada!.id])
    return (shown as { identities: { id: string }[] }).identities.at(-1)!.id
  }
  const backup: Make = async () => {
    const file = `earmark-${(serial += 1)}.backup`
    await instance.run(['backup', file])
    return file
  }
  const everywhere: Readonly<Record<string, Make>> = {
    HOUSEHOLD_ID: async () => householdId,
    MEMBER_ID: member,
    ACCOUNT_ID: account,
    CATEGORY_ID: newest('categories'),
    EXPENSE_ID: newest('expenses'),
    SCHEDULE_ID: newest('funding_schedules'),
    MOVE_ID: newest('expense_moves'),
    CONNECTION_ID: newest('connections'),
    WEBHOOK_ID: webhook,
    TRANSACTION_ID: payment,
    API_KEY: apiKey,
    KEY_ID: async () =>
      (await json('key', 'create', householdId, '--member', await owner(), '--scope', 'data.read'))[
        'id'
      ]!,
    FEED_ID: async () => (await json('calendar-feed', 'create', householdId))['id']!,
    DEVICE_ID: async () => (await json('wallet', 'create', householdId, '--name', 'Phone'))['id']!,
    IDENTITY_ID: login,
    EMAIL: async () => 'ada@example.com',
    CENTS: async () => '1000',
    DAY: async () => '2026-11-19',
    BANK_ACCOUNT_ID: () =>
      only(sql`select id from accounts where household_id = ${householdId} and provider = 'provider_a'
        limit 1`),
    CARD_ID: walletCard,
    ID: async () => instance.runtime.newId(),
    FILE: async () => 'household.json',
    COMMAND: async () => 'household',
  }
  const special: Readonly<Record<string, Readonly<Record<string, Make>>>> = {
    'member invite': { MEMBER_ID: member },
    'card cover': { ACCOUNT_ID: card },
    'card dismiss': { ACCOUNT_ID: card },
    'card restore': { ACCOUNT_ID: card },
    'migrate-from undo': { MOVE_ID: newest('moves') },
    'transaction delete': { ID: payment },
    'transaction restore': { ID: removed },
    'account compare': { ID: account },
    'account reconcile': { ID: account },
    'account value': { ID: worth },
    'account values': { ID: valued },
    'account remove-value': { ID: valued },
    backup: { FILE: async () => `earmark-${(serial += 1)}.backup` },
    'backup verify': { FILE: backup },
    // The demo was loaded today, and reaches no further back.
    why: { DAY: async () => '2026-11-20' },
  }
  return (words, name) => special[words]?.[name] ?? everywhere[name]
}

/** Words added to a command, for what a document leaves to the reader. */
export const extra: Readonly<Record<string, readonly string[]>> = {
  // The port of the documents may be taken.
  listen: ['--port', '0'],
}

/**
 * Commands that need a record that takes a bank of many days to arise, and that their own tests run with one. Here they are
 * given an id that names nothing, and must say just that.
 */
export const withoutRecord: ReadonlySet<string> = new Set([
  'suggestion accept',
  'suggestion dismiss',
  'suggestion restore',
  'match accept',
  'account join',
  'account apart',
])

/** Commands that need an instance or a process of their own, and the test that gives them one. */
export const elsewhere: Readonly<Record<string, string>> = {
  serve: 'src/app/cli/serving/serve.test.ts',
  'setup-link': 'test/documents/commands.test.ts',
  restore: 'test/simulations/backup-drill.test.ts',
  doctor: 'src/app/doctor/doctor.test.ts',
  'household move': 'src/backups/moving/command.test.ts',
  distribute: 'src/platform/database/distributing/distribute.test.ts',
  mcp: 'src/app/cli/mcp/mcp-command.test.ts',
  login: 'src/app/cli/remote/laptop.test.ts',
  trigger: 'src/app/cli/remote/laptop.test.ts',
  completion: 'src/app/cli/completion/completion.test.ts',
}

/** Whole lines of commands that sentences only name. */
export const named: readonly string[] = [
  'earmark rule apply HOUSEHOLD_ID',
  'earmark member remove HOUSEHOLD_ID MEMBER_ID',
  'earmark backup FILE',
]
