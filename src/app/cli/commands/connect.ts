import { showSelection } from '#/sources/banks/connections/selection.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import { connectWithSetupToken } from '#/sources/banks/connecting/connect-simplefin.ts'
import { connectWithPublicToken } from '#/sources/banks/connecting/connect-plaid.ts'
import { type ConsentOwner, useConsent } from '#/sources/banks/connecting/bank-consents.ts'
import { connectWithCode } from '#/sources/banks/connecting/finish-bank-consent.ts'
import { startConsent } from '#/sources/banks/connecting/open-bank-consent.ts'
import { disconnect } from '#/sources/banks/connecting/disconnect.ts'
import type { BankProvider } from '#/sources/provider/bank-provider.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import {
  type Command,
  CommandError,
  type Invocation,
  requiredOption,
  textOption,
} from '#/app/cli/parsing/command.ts'
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

const enableBankingCommand: Command = {
  words: 'connect enablebanking',
  group: 'accounts',
  summary:
    'Connects a bank in Europe. Prints the address of the bank’s page; --redirect finishes with the address to which the page leads back. --connection renews a consent. --all follows every account found.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'The member whose bank it is.',
      value: 'MEMBER_ID',
      required: true,
    },
    country: { type: 'string', description: 'The country of the bank, such as ES.', value: 'CODE' },
    bank: { type: 'string', description: 'The bank, as Enable Banking names it.', value: 'NAME' },
    connection: { type: 'string', description: 'The connection to renew.', value: 'ID' },
    redirect: {
      type: 'string',
      description: 'The address to which the bank led back; `-` reads it from standard input.',
      value: 'ADDRESS|-',
    },
    all: { type: 'boolean', description: 'Follows every account found.' },
  },
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const memberId = readId(requiredOption(invocation, 'member'))
    const owner = { householdId, memberId, sessionId: null }
    if (textOption(invocation, 'redirect') === undefined) {
      const opened = await openAtBank(invocation, owner)
      if (!invocation.ask) return opened
      await invocation.print(opened.text)
    }
    const back = await secretOption(invocation, 'redirect')
    const connected = await invocation.withRuntime(async (runtime) => {
      const zone = await requireMember(runtime, householdId, memberId)
      const { state, code, isFault } = readRedirect(back)
      const begun = await useConsent(runtime, owner, state)
      if (code === null) {
        const what = isFault ? 'The bank could not finish.' : 'The consent was not given.'
        throw new CommandError(`${what} Nothing has changed.`)
      }
      const selectAll = invocation.options['all'] === true
      const grant = { begun, code, zone, present: null, selectAll }
      const { connectionId } = await connectWithCode(runtime, owner, grant)
      return show(runtime, { householdId, connectionId, provider: 'provider_c' })
    })
    return { json: connected, text: describe(connected) }
  },
}

/** Begins a consent. Returns the page of the bank as the output. */
async function openAtBank(invocation: Invocation, owner: ConsentOwner) {
  const connection = textOption(invocation, 'connection')
  const connectionId = connection === undefined ? null : readId(connection)
  const bank =
    connectionId === null
      ? {
          country: requiredOption(invocation, 'country').toUpperCase(),
          name: requiredOption(invocation, 'bank'),
        }
      : { country: '', name: '' }
  const { url } = await invocation.withRuntime(async (runtime) => {
    await requireMember(runtime, owner.householdId, owner.memberId)
    const known = connectionId !== null && (await isOwn(runtime, owner, connectionId))
    if (connectionId !== null && !known) throw notFound('connection')
    return startConsent(runtime, owner, { connectionId, bank, language: 'en', present: null })
  })
  const text = `Open this address, give the consent, and copy the address to which the bank leads back:\n\n${url}`
  return { json: { url }, text }
}

async function isOwn({ db }: Runtime, owner: ConsentOwner, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('connections')
    .select('id')
    .where('household_id', '=', owner.householdId)
    .where('member_id', '=', owner.memberId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

type Redirect = {
  readonly state: string
  readonly code: string | null
  /** The bank failed; else the person has cancelled. */
  readonly isFault: boolean
}

function readRedirect(address: string): Redirect {
  const query = URL.canParse(address) ? new URL(address).searchParams : new URLSearchParams()
  const state = query.get('state')
  if (state === null) {
    throw new CommandError('The address has no state: copy the whole address of the browser.')
  }
  const error = query.get('error') ?? 'access_denied'
  return { state, code: query.get('code'), isFault: error !== 'access_denied' }
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
  readonly provider: BankProvider
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
        .on('members.household_id', '=', householdId)
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

export const connectCommands = [
  simplefinCommand,
  plaidCommand,
  enableBankingCommand,
  disconnectCommand,
]
