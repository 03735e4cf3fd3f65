import { writeInstant } from '#/platform/contract/fields.ts'
import type { Scope } from '#/platform/contract/endpoint.ts'
import { requireHousehold } from '#/access/households/change.ts'
import { createKey } from '#/access/keys/create.ts'
import { listKeys } from '#/access/keys/list.ts'
import { revokeKey } from '#/access/keys/revoke.ts'
import {
  columns,
  type Command,
  type Invocation,
  requiredOption,
  textOption,
  UsageError,
} from '#/app/cli/parsing/command.ts'
import { idOperand, nameOption, readId } from '#/app/cli/parsing/operands.ts'

const createCommand: Command = {
  words: 'key create',
  synopsis:
    'HOUSEHOLD_ID --member MEMBER_ID --scope data.read[,data.write] [--name N] [--expires-at T]',
  summary:
    'Creates an API key and prints it, only now. It expires after a year unless you say otherwise.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: { type: 'string' },
    scope: { type: 'string' },
    name: { type: 'string' },
    'expires-at': { type: 'string' },
  },
  run: async (invocation) => {
    const wanted = {
      householdId: idOperand(invocation, 0),
      memberId: readId(requiredOption(invocation, 'member')),
      scopes: scopesOf(requiredOption(invocation, 'scope')),
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

const revokeCommand: Command = {
  words: 'key revoke',
  synopsis: 'KEY_ID',
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
  synopsis: 'HOUSEHOLD_ID',
  summary: 'Lists the API keys of a household, without the keys themselves.',
  operands: ['HOUSEHOLD_ID'],
  options: {},
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const keys = await invocation.withRuntime(async (runtime) => {
      await requireHousehold(runtime, householdId)
      return listKeys(runtime, householdId)
    })
    const rows = keys.map((key) => [
      key.id,
      key.name,
      key.scopes.join(','),
      key.revoked_at === null ? `until ${key.expires_at}` : `revoked ${key.revoked_at}`,
    ])
    return { json: keys, text: rows.length === 0 ? 'There are no keys yet.' : columns(rows) }
  },
}

function scopesOf(text: string): readonly Scope[] {
  if (text === 'data.read') return ['data.read']
  if (text.split(',').toSorted().join(',') === 'data.read,data.write') {
    return ['data.read', 'data.write']
  }
  throw new UsageError('--scope: data.read or data.read,data.write.')
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

export const keyCommands = [createCommand, revokeCommand, listCommand]
