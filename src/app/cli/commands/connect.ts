import { showSelection } from '#/sources/banks/connections/selection.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { connectWithPublicToken } from '#/sources/banks/connecting/connect-plaid.ts'
import { disconnect } from '#/sources/banks/connecting/disconnect.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Command, requiredOption, textOption } from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { secretOption } from '#/app/cli/parsing/secrets.ts'
import { columns } from '#/app/cli/words/columns.ts'

const simplefinCommand: Command = {
  words: 'connect simplefin',
  group: 'accounts',
  common: 'Connect a bank',
  summary:
    'Connects a SimpleFIN bank, or renews a connection. --setup-token - reads the token from standard input. --all follows every account found.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'The member whose bank it is.',
      value: 'MEMBER_ID',
      required: true,
    },
    'setup-token': {
      type: 'string',
      description: 'The token of SimpleFIN; `-` reads it from standard input.',
      value: 'TOKEN|-',
    },
    connection: { type: 'string', description: 'Renews this connection.', value: 'ID' },
    all: { type: 'boolean', description: 'Follows every account found.' },
  },
  examples: ['connect simplefin HOUSEHOLD_ID --member MEMBER_ID --setup-token - --all'],
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const memberId = readId(requiredOption(invocation, 'member'))
    const setupToken = await secretOption(invocation, 'setup-token')
    const connection = textOption(invocation, 'connection')
    const connected = await invocation.withRuntime(async (runtime) => {
      const zone = await requireMember(runtime, householdId, memberId)
      const connectionId = await connectWithSetupToken(runtime, {
        householdId,
        memberId,
        zone,
        setupToken,
        connectionId: connection === undefined ? null : readId(connection),
        selectAll: invocation.options['all'] === true,
      })
      return show(runtime, { householdId, connectionId, provider: 'provider_a' })
    })
    return { json: connected, text: describe(connected) }
  },
}

const plaidCommand: Command = {
  words: 'connect plaid',
  group: 'accounts',
  summary:
    'Connects the login that Plaid’s Link has opened. --public-token - reads the token from standard input. --all follows every account found.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'The member whose bank it is.',
      value: 'MEMBER_ID',
      required: true,
    },
    'public-token': {
      type: 'string',
      description: 'The token that Plaid’s Link has returned; `-` reads it from standard input.',
      value: 'TOKEN|-',
    },
    all: { type: 'boolean', description: 'Follows every account found.' },
  },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const memberId = readId(requiredOption(invocation, 'member'))
    const publicToken = await secretOption(invocation, 'public-token')
    const connected = await invocation.withRuntime(async (runtime) => {
      const zone = await requireMember(runtime, householdId, memberId)
      const selectAll = invocation.options['all'] === true
      const asked = { householdId, memberId, zone, publicToken, selectAll }
      const connectionId = await connectWithPublicToken(runtime, asked)
      return show(runtime, { householdId, connectionId, provider: 'provider_b' })
    })
    return { json: connected, text: describe(connected) }
  },
}

const disconnectCommand: Command = {
  words: 'disconnect',
  group: 'accounts',
  summary: 'Removes a connection and destroys its access. Accounts and history stay.',
  operands: ['HOUSEHOLD_ID', 'CONNECTION_ID'],
  options: {},
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const connectionId = idOperand(invocation, 1)
    await invocation.withRuntime(async (runtime) => {
      const known = await runtime.db
        .selectFrom('connections')
        .select('id')
        .where('household_id', '=', householdId)
        .where('id', '=', connectionId)
        .executeTakeFirst()
      if (!known) throw notFound('connection_id')
      await disconnect(runtime, { householdId, connectionId, author: OPERATOR })
    })
    const json = { id: connectionId, status: 'disconnected' }
    return { json, text: `Connection ${connectionId} is removed.` }
  },
}

type Connected = {
  readonly householdId: string
  readonly connectionId: string
  readonly provider: 'provider_a' | 'provider_b'
}

async function show({ db }: Runtime, { householdId, connectionId, provider }: Connected) {
  const selection = await showSelection({ db, caller: { householdId } }, connectionId, provider)
  const { item_id, accounts } = JSON.parse(selection!.json) as Selection
  return { connection_id: connectionId, item_id, accounts }
}

type Selection = {
  readonly item_id: string
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly institution_name: string | null
    readonly currency: string
    readonly subscribed: boolean
  }[]
}

/** Finds the household's time zone. Throws `resource_not_found` unless the member belongs to it. */
async function requireMember(
  { db }: Runtime,
  householdId: string,
  memberId: string,
): Promise<string> {
  const row = await db
    .selectFrom('households')
    .leftJoin('members', (join) =>
      join
        .onRef('members.household_id', '=', 'households.household_id')
        .on('members.id', '=', memberId)
        .on('members.removed_at', 'is', null),
    )
    .select(['households.timezone', 'members.id'])
    .where('households.household_id', '=', householdId)
    .executeTakeFirst()
  if (!row) throw notFound('household_id')
  if (row.id === null) throw notFound('member')
  return row.timezone
}

function describe({ connection_id, accounts }: Selection & { connection_id: string }): string {
  const rows = accounts.map((account) => [
    account.id,
    account.institution_name ?? '',
    account.name,
    account.currency,
    account.subscribed ? 'followed' : 'not followed',
  ])
  const list = rows.length === 0 ? 'The bank lists no accounts.' : columns(rows)
  return `Connection ${connection_id}\n\n${list}`
}

export const connectCommands = [simplefinCommand, plaidCommand, disconnectCommand]
