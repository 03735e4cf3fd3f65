import { writeInstant } from '#/platform/contract/fields.ts'
import type { Scope } from '#/platform/contract/endpoint.ts'
import { requireHousehold } from '#/access/households/change.ts'
import { resources, type Restrictions } from '#/platform/contract/resources.ts'
import { changeKey } from '#/access/keys/change.ts'
import { createKey } from '#/access/keys/create.ts'
import { listKeys } from '#/access/keys/list.ts'
import { isGrant, readGrants, scopesFor, writeGrants } from '#/access/keys/restrictions.ts'
import { revokeKey } from '#/access/keys/revoke.ts'
import {
  type Command,
  type CommandOption,
  type Invocation,
  requiredOption,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand, nameOption, readId } from '#/app/cli/parsing/operands.ts'
import { listed } from '#/app/cli/words/table.ts'

const permissions = resources.flatMap((one) => [`${one}:read`, `${one}:write`])

const scope = {
  type: 'string',
  description: 'What the key may do: read, or read and write; with --allow what that needs.',
  value: 'data.read[,data.write]',
  choices: ['data.read', 'data.write'],
  list: true,
} as const satisfies CommandOption
const allow = {
  type: 'string',
  description: 'Restricts the key to a resource, to be read, or read and written. May be repeated.',
  value: 'RESOURCE:read|write',
  choices: permissions,
  list: true,
  multiple: true,
} as const satisfies CommandOption
const from = {
  type: 'string',
  description: 'Restricts the key to a network or an address. May be repeated.',
  value: 'NETWORK',
  multiple: true,
} as const satisfies CommandOption

const createCommand: Command = {
  words: 'key create',
  group: 'programs',
  common: 'Create a key for the API',
  summary:
    'Creates an API key and prints it, only now. It expires after a year unless you say otherwise.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: {
      type: 'string',
      description: 'The member who holds the key.',
      value: 'MEMBER_ID',
      required: true,
    },
    scope,
    allow,
    from,
    name: {
      type: 'string',
      description: 'The name in the list of keys.',
      value: 'N',
      default: 'API key',
    },
    'expires-at': {
      type: 'string',
      description: 'The day or moment on which it ends; without it in a year.',
      value: 'T',
    },
  },
  examples: [
    'key create HOUSEHOLD_ID --member MEMBER_ID --scope data.read',
    'key create HOUSEHOLD_ID --member MEMBER_ID --allow accounts:read --allow transactions:write --from 203.0.113.0/24',
    'key create HOUSEHOLD_ID --member MEMBER_ID --scope data.read,data.write --expires-at 2027-11-20',
  ],
  run: async (invocation) => {
    const restrictions = restrictionsOf(invocation) ?? null
    const wanted = {
      householdId: idOperand(invocation, 0),
      memberId: readId(requiredOption(invocation, 'member')),
      scopes: scopesOf(invocation) ?? (restrictions && scopesFor(restrictions)) ?? scopeMissing(),
      restrictions,
      allowedFrom: networksOf(invocation) ?? null,
      name: nameOption(invocation) ?? 'API key',
      expiresAt: expiryOf(invocation),
    }
    const key = await invocation.withRuntime((runtime) => createKey(runtime, wanted))
    const expires = writeInstant(key.expiresAt)
    return {
      json: { id: key.id, api_key: key.apiKey, expires_at: expires },
      text: `${key.apiKey}\n\nKey ${key.id} works until ${expires}. It is not shown again.`,
    }
  },
}

const changeCommand: Command = {
  words: 'key change',
  group: 'programs',
  summary:
    'Changes what an API key may do and from where, from its next request on. The permissions given replace all earlier ones.',
  operands: ['KEY_ID'],
  options: {
    scope,
    allow: {
      ...allow,
      description: `${allow.description} \`all\`: no restriction.`,
      choices: [...permissions, 'all'],
    },
    from: { ...from, description: `${from.description} \`anywhere\`: no restriction.` },
    name: { type: 'string', description: 'The new name in the list of keys.', value: 'N' },
  },
  examples: [
    'key change KEY_ID --allow accounts:read --from anywhere',
    'key change KEY_ID --allow all',
  ],
  run: async (invocation) => {
    const keyId = idOperand(invocation, 0)
    const restrictions = restrictionsOf(invocation)
    const scopes = scopesOf(invocation) ?? (restrictions ? scopesFor(restrictions) : undefined)
    const allowedFrom = networksOf(invocation)
    const name = nameOption(invocation)
    const wanted = {
      ...(name !== undefined && { name }),
      ...(scopes !== undefined && { scopes }),
      ...(restrictions !== undefined && { restrictions }),
      ...(allowedFrom !== undefined && { allowedFrom }),
    }
    if (Object.keys(wanted).length === 0) {
      throw new UsageError('Say what to change: --allow, --from, --scope or --name.')
    }
    const changed = await invocation.withRuntime((runtime) =>
      changeKey(runtime, { keyId }, { wanted }),
    )
    const grants = changed.restrictions && writeGrants(changed.restrictions)
    const { id, allowedFrom: allowed_from } = changed
    const rights = { scopes: changed.scopes, grants, allowed_from }
    return {
      json: { id, name: changed.name, ...rights },
      text: `Changed ${id}: ${rightsText(rights)}.`,
    }
  },
}

const revokeCommand: Command = {
  words: 'key revoke',
  group: 'programs',
  summary: 'Revokes an API key, from the next request on.',
  operands: ['KEY_ID'],
  options: {},
  run: async (invocation) => {
    const keyId = idOperand(invocation, 0)
    const revoked = await invocation.withRuntime((runtime) => revokeKey(runtime, { keyId }))
    return {
      json: { id: revoked.id, revoked_at: writeInstant(revoked.revoked_at) },
      text: `Revoked ${revoked.id}.`,
    }
  },
}

const listCommand: Command = {
  words: 'key list',
  group: 'programs',
  common: 'List the keys',
  summary: 'Lists the API keys of a household, without the keys themselves.',
  operands: ['HOUSEHOLD_ID'],
  options: {},
  lists: true,
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const keys = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      return listKeys(runtime, householdId)
    })
    return listed(invocation, {
      json: keys,
      rows: keys,
      columns: [
        { name: 'name', of: (key) => key.name },
        { name: 'scopes', of: (key) => key.scopes.join(' ') },
        { name: 'allow', of: (key) => key.grants?.join(' ') },
        { name: 'from', of: (key) => key.allowed_from?.join(' ') },
        { name: 'expires_at', of: (key) => key.expires_at },
        { name: 'revoked_at', of: (key) => key.revoked_at },
        { name: 'last_used_at', of: (key) => key.last_used_at },
        { name: 'last_used_from', of: (key) => key.last_used_from },
        { name: 'last_used_by', of: (key) => key.last_used_by, isExtra: true },
        { name: 'member_id', of: (key) => key.member_id, isExtra: true },
        { name: 'created_at', of: (key) => key.created_at, isExtra: true },
        { name: 'id', of: (key) => key.id },
      ],
      empty: 'There are no keys yet.',
    })
  },
}

function scopesOf(invocation: Invocation): readonly Scope[] | undefined {
  const text = textOption(invocation, 'scope')
  if (text === undefined) return undefined
  if (text === 'data.read') return ['data.read']
  if (text.split(',').toSorted().join(',') === 'data.read,data.write') {
    return ['data.read', 'data.write']
  }
  throw new UsageError('--scope: data.read or data.read,data.write.')
}

function scopeMissing(): never {
  throw new UsageError('--scope is missing, or --allow.')
}

/** Reads `--allow`; null for `all`, undefined without it. */
function restrictionsOf(invocation: Invocation): Restrictions | null | undefined {
  const texts = listOption(invocation, 'allow')
  if (texts === undefined) return undefined
  if (texts.length === 1 && texts[0] === 'all') return null
  const unknown = texts.find((text) => !isGrant(text))
  if (unknown === undefined) return readGrants(texts)
  throw new UsageError(
    `--allow: "${unknown}" is not a permission. Name a resource and read or write, such as accounts:read. Resources: ${resources.join(', ')}.`,
  )
}

/** Reads `--from`; null for `anywhere`, undefined without it. */
function networksOf(invocation: Invocation): readonly string[] | null | undefined {
  const texts = listOption(invocation, 'from')
  return texts?.length === 1 && texts[0] === 'anywhere' ? null : texts
}

/** Reads an option that may be given several times, and with commas. */
function listOption({ options }: Invocation, name: string): readonly string[] | undefined {
  const given = options[name]
  if (!Array.isArray(given)) return undefined
  return given.flatMap((text) => String(text).split(',')).map((text) => text.trim())
}

type Rights = {
  readonly scopes: readonly string[]
  readonly grants: readonly string[] | null
  readonly allowed_from: readonly string[] | null
}

function rightsText({ scopes, grants, allowed_from: networks }: Rights): string {
  const what = (grants ?? scopes).join(',')
  return networks === null ? what : `${what} from ${networks.join(',')}`
}

function expiryOf(invocation: Invocation): Temporal.Instant | null {
  const text = textOption(invocation, 'expires-at')
  if (text === undefined) return null
  try {
    return Temporal.Instant.from(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : text)
  } catch {
    throw new UsageError('--expires-at: an instant such as 2027-11-20T00:00:00Z.')
  }
}

export const keyCommands = [createCommand, changeCommand, revokeCommand, listCommand]
