import { findByEmail } from '#/people/find.ts'
import { type ListedPerson, listPeople } from '#/people/access/list-people.ts'
import { listIdentities } from '#/access/oidc/identities.ts'
import { unlinkAsOperator } from '#/people/single-sign-on/unlink.ts'
import { lockPerson, signOutEverywhere, unlockPerson } from '#/people/access/lock.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Command, CommandError, counted } from '#/app/cli/parsing/command.ts'
import { readId } from '#/app/cli/parsing/operands.ts'
import { type Column, listed } from '#/app/cli/words/table.ts'

const listCommand: Command = {
  words: 'person list',
  group: 'people',
  common: 'List everybody who can sign in',
  summary: 'Lists everybody who can sign in, how they do, and who is locked.',
  operands: [],
  options: {},
  lists: true,
  run: async (invocation) => {
    const people = await invocation.withRuntime(listPeople)
    const empty = 'Nobody has an account yet.'
    return listed(invocation, { json: people, rows: people, columns, empty })
  },
}

const signOutCommand: Command = {
  words: 'person sign-out',
  group: 'people',
  summary:
    'Ends every session of a person. Their keys, devices and calendar addresses stay; see `revoke`.',
  operands: ['EMAIL|ID'],
  options: {},
  run: async ({ operands, withRuntime }) => {
    const { person, sessions } = await withRuntime(async (runtime) => {
      const found = await requirePerson(runtime, operands[0]!)
      return { person: found, sessions: await signOutEverywhere(runtime, found.id) }
    })
    return {
      json: { ...person, sessions_ended: sessions },
      text: `${nameOf(person)} is signed out; ${counted(sessions, 'session')} ended.`,
    }
  },
}

const lockCommand: Command = {
  words: 'person lock',
  group: 'people',
  summary:
    'Keeps a person out at once: no sign-in, no session, and their keys, devices and calendar addresses are refused until `person unlock`.',
  operands: ['EMAIL|ID'],
  options: {},
  examples: ['person lock ada@example.com'],
  run: async ({ operands, withRuntime }) => {
    const { person, sessions, webhooks } = await withRuntime(async (runtime) => {
      const found = await requirePerson(runtime, operands[0]!)
      const ended = await lockPerson(runtime, found.id)
      return { person: found, sessions: ended, webhooks: await countWebhooks(runtime, found.id) }
    })
    const left =
      webhooks === 0
        ? ''
        : ` ${webhooks} of their webhooks still receive events: \`earmark webhook list\`, \`earmark webhook pause\`.`
    return {
      json: { ...person, locked: true, sessions_ended: sessions, webhooks_active: webhooks },
      text: `${nameOf(person)} is locked; ${counted(sessions, 'session')} ended; keys, devices and calendar addresses are refused.${left}`,
    }
  },
}

const unlockCommand: Command = {
  words: 'person unlock',
  group: 'people',
  summary:
    'Lets a locked person in again, with the keys, devices and calendar addresses that they had.',
  operands: ['EMAIL|ID'],
  options: {},
  run: async ({ operands, withRuntime }) => {
    const person = await withRuntime(async (runtime) => {
      const found = await requirePerson(runtime, operands[0]!)
      await unlockPerson(runtime, found.id)
      return found
    })
    return { json: { ...person, locked: false }, text: `${nameOf(person)} is not locked any more.` }
  },
}

const showCommand: Command = {
  words: 'person show',
  group: 'people',
  summary: 'Shows the accounts at providers by which a person signs in.',
  operands: ['EMAIL|ID'],
  options: {},
  lists: true,
  run: async (invocation) => {
    const { operands, withRuntime } = invocation
    const { person, identities } = await withRuntime(async (runtime) => {
      const found = await requirePerson(runtime, operands[0]!)
      return { person: found, identities: await listIdentities(runtime, found.id) }
    })
    const json = { ...person, identities }
    const empty = `${nameOf(person)} has no linked login.`
    return listed(invocation, { json, rows: identities, columns: loginColumns, empty })
  },
}

const unlinkCommand: Command = {
  words: 'person unlink',
  group: 'people',
  summary:
    'Unlinks an account at a provider from a person, even their last way in; `reset-password` lets them in again.',
  operands: ['EMAIL|ID', 'IDENTITY_ID'],
  options: {},
  run: async ({ operands, withRuntime }) => {
    const identityId = readId(operands[1]!)
    const person = await withRuntime(async (runtime) => {
      const found = await requirePerson(runtime, operands[0]!)
      if (await unlinkAsOperator(runtime, { personId: found.id, identityId })) return found
      throw new CommandError(
        `${nameOf(found)} has no linked login ${identityId}. \`earmark person show\` lists them.`,
      )
    })
    return {
      json: { ...person, unlinked: identityId },
      text: `The login is unlinked from ${nameOf(person)}. Sessions that it opened stay; see \`person sign-out\`.`,
    }
  },
}

type Named = { readonly id: string; readonly name: string; readonly email: string | null }

/** Finds a person by address or id. Throws a CommandError that names what was asked for. */
export async function requirePerson(runtime: Runtime, text: string): Promise<Named> {
  const found = text.includes('@')
    ? await findByEmail(runtime, text)
    : await runtime.db
        .selectFrom('persons')
        .select(['id', 'name', 'email'])
        .where('id', '=', readId(text))
        .executeTakeFirst()
  if (found) return { id: found.id, name: found.name, email: found.email }
  throw new CommandError(
    text.includes('@')
      ? `There is no account with the address ${text}. \`earmark person list\` shows all.`
      : `There is no account with the id ${text}. \`earmark person list\` shows all.`,
  )
}

async function countWebhooks({ db }: Runtime, personId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks as w')
    .innerJoin('members as m', (join) =>
      join.onRef('m.household_id', '=', 'w.household_id').onRef('m.id', '=', 'w.member_id'),
    )
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('m.person_id', '=', personId)
    .where('w.paused_reason', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function nameOf({ name, email }: Pick<Named, 'name' | 'email'>): string {
  return email === null ? `${name} (guest)` : `${name} <${email}>`
}

function proofsOf(person: ListedPerson): string {
  const proofs = [
    ...(person.password ? ['password'] : []),
    ...(person.passkeys > 0 ? [counted(person.passkeys, 'passkey')] : []),
    ...(person.identities > 0 ? [counted(person.identities, 'linked login')] : []),
    ...(person.authenticator ? ['authenticator'] : []),
  ]
  return proofs.join(', ')
}

const columns: readonly Column<ListedPerson>[] = [
  { name: 'name', of: ({ name }) => name },
  { name: 'email', of: ({ email }) => email ?? 'guest' },
  { name: 'locked_at', of: (person) => person.locked_at },
  { name: 'signs_in_with', of: proofsOf },
  { name: 'sessions', of: ({ sessions }) => sessions },
  { name: 'last_seen_at', of: (person) => person.last_seen_at },
  {
    name: 'households',
    of: ({ households }) => households.map(({ name, role }) => `${name} (${role})`).join(', '),
  },
  { name: 'id', of: ({ id }) => id },
]

const loginColumns: readonly Column<Awaited<ReturnType<typeof listIdentities>>[number]>[] = [
  { name: 'provider', of: ({ provider_name }) => provider_name },
  { name: 'account', of: ({ account }) => account },
  { name: 'last_used_at', of: ({ last_used_at }) => last_used_at },
  { name: 'id', of: ({ id }) => id },
]

export const personCommands = [
  listCommand,
  showCommand,
  unlinkCommand,
  signOutCommand,
  lockCommand,
  unlockCommand,
]
