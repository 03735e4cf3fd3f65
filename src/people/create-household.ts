import type * as z from 'zod'
import { Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { loadDocument } from '#/documents/load.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { Visit, Visited } from '#/access/sessions/visit.ts'
import type { newHousehold, people } from './app-contract.ts'
import { findPerson } from './find.ts'
import { requireRoomForHousehold } from './household-room.ts'
import { describe } from '#/access/sessions/who-am-i.ts'

type Founder = { readonly id: string; readonly name: string; readonly email: string }
type Founded = { readonly householdId: string; readonly memberId: string }

/** `POST /households` */
export const createHousehold: Visited<typeof people.createHousehold> = async (visit, { body }) => {
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    const { id, name, email } = await findPerson(within, visit.session.personId)
    if (email === null) throw new Refusal('guest_refused')
    await requireRoomForHousehold(tx, id)
    const founded = await foundHousehold(within, { person: { id, name, email }, household: body })
    return chooseFounded(within, founded)
  })
}

/** `POST /households/demo`: beside one's own households, never mixed with them. One is enough for anybody. */
export const createDemoHousehold: Visited<typeof people.createDemoHousehold> = async (visit) => {
  const { personId } = visit.session
  return inTransaction(visit.db, async (tx) => {
    const within = { ...visit, db: tx }
    await tx.selectFrom('persons').select('id').where('id', '=', personId).forUpdate().execute()
    const own = await tx
      .selectFrom('members as m')
      .innerJoin('households as h', 'h.household_id', 'm.household_id')
      .select(['h.household_id as householdId', 'm.id as memberId'])
      .where('m.person_id', '=', personId)
      .where('m.removed_at', 'is', null)
      .where('h.demo_since', 'is not', null)
      .executeTakeFirst()
    return chooseFounded(within, own ?? (await foundDemoHousehold(within, personId)))
  })
}

type FoundingVisit = Omit<Visit, 'session'>

/** Makes a household with one member, its owner. */
export async function foundHousehold(
  visit: FoundingVisit,
  { person, household }: { person: Founder; household: z.output<typeof newHousehold> },
): Promise<Founded> {
  const { name, email } = person
  const loaded = await loadDocument(visit, {
    household,
    members: [{ ref: 'founder', name, email, role: 'owner' }],
  })
  const founded = { householdId: loaded.household_id, memberId: loaded.members['founder']! }
  await join(visit, founded, person.id)
  await recordChange(
    { ...visit, caller: { ...founded, through: 'app' } },
    {
      action: 'household.create',
      subject: { type: 'household', id: founded.householdId },
      before: null,
      after: household,
    },
  )
  return founded
}

/** The seed of every demo household: what is told of it in words is true of each. */
const DEMO_SEED = 'earmark'

/** Makes a demo household in which the person stands for its owner. */
export async function foundDemoHousehold(visit: FoundingVisit, personId: string): Promise<Founded> {
  const { loaded } = await loadDemo(visit, { seed: DEMO_SEED, transactionCount: null })
  const founded = { householdId: loaded.household_id, memberId: Object.values(loaded.members)[0]! }
  await visit.db
    .updateTable('households')
    .set({ demo_since: visit.now() })
    .where('household_id', '=', founded.householdId)
    .execute()
  // Nobody has seen the keys that come with it.
  await visit.db.deleteFrom('api_keys').where('household_id', '=', founded.householdId).execute()
  await join(visit, founded, personId)
  return founded
}

async function join({ db }: FoundingVisit, founded: Founded, personId: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ person_id: personId })
    .where('household_id', '=', founded.householdId)
    .where('id', '=', founded.memberId)
    .execute()
}

async function chooseFounded(visit: Visit & { session: { id: string } }, { householdId }: Founded) {
  const { id } = visit.session
  await visit.db
    .updateTable('sessions')
    .set({ household_id: householdId })
    .where('id', '=', id)
    .execute()
  return describe(visit, id)
}
