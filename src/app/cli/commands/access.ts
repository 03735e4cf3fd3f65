import { findPersonWays, writeWays } from '#/people/access/find-person-ways.ts'
import { revokePerson } from '#/people/access/revoke-everybody.ts'
import { notFound } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { beginWrite } from '#/access/households/begin-write.ts'
import { requireHousehold } from '#/access/households/change.ts'
import { endWaysIn, findWaysIn } from '#/access/households/ways-in.ts'
import { OPERATOR } from '#/platform/audited/record-change.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { type Command, textOption } from '#/app/cli/parsing/command.ts'
import { idOperand, readId } from '#/app/cli/parsing/operands.ts'
import { listed } from '#/app/cli/words/table.ts'

export const accessCommand: Command = {
  words: 'access',
  group: 'people',
  summary:
    'Lists everything that can get into a household, member by member; with --revoke-all it ends all of that.',
  operands: ['HOUSEHOLD_ID'],
  options: {
    member: { type: 'string', description: 'Only what this member has.', value: 'MEMBER_ID' },
    'revoke-all': { type: 'boolean', description: 'Ends everything that is listed.' },
  },
  lists: true,
  run: async (invocation) => {
    const householdId = idOperand(invocation, 0)
    const member = textOption(invocation, 'member')
    const memberId = member === undefined ? null : readId(member)
    const revoke = invocation.options['revoke-all'] === true
    const found = await invocation.withRuntime(async (runtime) => {
      const all = await listAccess(runtime, { householdId, memberId })
      if (revoke) await endAccess(runtime, { householdId, memberId, members: all.members })
      return all
    })
    const output = listed(invocation, {
      json: { ...found, revoked: revoke },
      rows: rowsOf(found),
      columns: [
        { name: 'holder', of: ([holder]) => holder },
        { name: 'kind', of: ([, kind]) => kind },
        { name: 'name', of: ([, , name]) => name },
        { name: 'state', of: ([, , , state]) => state },
      ],
      empty: 'Nothing can get in.',
    })
    return revoke ? { ...output, text: `Ended:\n${output.text}` } : output
  },
}

type AccessQuery = { readonly householdId: string; readonly memberId: string | null }
type Listed = Awaited<ReturnType<typeof listAccess>>

async function listAccess(runtime: Runtime, { householdId, memberId }: AccessQuery) {
  await requireHousehold(runtime, householdId)
  const members = await runtime.db
    .selectFrom('members')
    .select(['id', 'name', 'email', 'role', 'person_id'])
    .where('household_id', '=', householdId)
    .where('removed_at', 'is', null)
    .$if(memberId !== null, (query) => query.where('id', '=', memberId!))
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  if (memberId !== null && members.length === 0) throw notFound('member_id')
  const people = await Promise.all(
    members.map(async ({ person_id: personId, ...named }) => ({
      ...named,
      person_id: personId,
      person: personId === null ? null : await findPersonWays(runtime, personId, null),
    })),
  )
  return {
    members: people,
    ...writeWays(await findWaysIn(runtime, { householdId, memberId })),
  }
}

/** Ends all credentials or none: those of each person, and those of members without an account. */
async function endAccess(
  runtime: Runtime,
  { householdId, memberId, members }: AccessQuery & Pick<Listed, 'members'>,
): Promise<void> {
  await inTransaction(runtime.db, async (db) => {
    const within = { ...runtime, db }
    await beginWrite(within, householdId)
    const ways = await findWaysIn(within, { householdId, memberId })
    await endWaysIn(within, { householdId, author: OPERATOR, ways })
    for (const { person_id: personId } of members) {
      if (personId !== null) await revokePerson(within, { personId, passkeys: true })
    }
  })
}

type Row = readonly [holder: string, kind: string, name: string, state: string]

function rowsOf({ members, keys, devices, feeds, invitations }: Listed): readonly Row[] {
  const nameOf = new Map(members.map(({ id, name }) => [id, name]))
  const holder = (id: string | null) => (id === null ? 'the operator' : (nameOf.get(id) ?? id))
  return [
    ...members.flatMap(({ name, email, person }): Row[] => {
      if (person === null) return [[name, 'member', email, 'nobody signs in']]
      const proof = [
        person.password ? 'password' : 'no password',
        person.authenticator === null ? 'no authenticator' : 'authenticator',
        `${person.recovery_codes_left} recovery codes`,
        `${person.reset_links} reset links`,
      ]
      return [
        [name, 'member', email, proof.join(', ')],
        ...person.sessions.map((one): Row => [
          name,
          'session',
          one.address,
          `seen ${one.last_seen_at}`,
        ]),
        ...person.known_browsers.map((one): Row => [
          name,
          'known browser',
          one.address,
          `used ${one.last_used_at}`,
        ]),
        ...person.passkeys.map((one): Row => [name, 'passkey', one.name, `for ${one.host}`]),
        ...person.identities.map((one): Row => [
          name,
          'linked login',
          one.provider_name,
          one.account ?? '',
        ]),
      ]
    }),
    ...keys.map((one): Row => [holder(one.member_id), 'key', one.name, `until ${one.expires_at}`]),
    ...devices.map((one): Row => [
      holder(one.member_id),
      'device',
      one.name,
      one.made_by === one.member_id ? '' : `made by ${holder(one.made_by)}`,
    ]),
    ...feeds.map((one): Row => [
      holder(one.member_id),
      'calendar',
      one.name,
      one.last_read_at === null ? 'never read' : `read ${one.last_read_at}`,
    ]),
    ...invitations.map((one): Row => [
      holder(one.invited_by),
      'invitation',
      one.email ?? 'anybody',
      `until ${one.expires_at}`,
    ]),
  ]
}
