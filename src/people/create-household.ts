import type * as z from 'zod'
import { Refusal } from '#/platform/contract/refusal.ts'
import { inTransaction } from '#/platform/database/database.ts'
import { loadDemo } from '#/documents/demo/demo.ts'
import { loadDocument } from '#/documents/load.ts'
import { starterDocument } from '#/budget/categories/starter/starter-document.ts'
import { recordChange } from '#/platform/audited/record-change.ts'
import type { PersonRequest, PersonHandle } from '#/access/sessions/person-request.ts'
import type { newHousehold, people } from './app-contract.ts'
import { findPerson } from './find.ts'
import { requireRoomForHousehold } from './household-room.ts'
import { markDemo } from './mark-demo.ts'
import { actIn } from '#/access/sessions/choose-household.ts'

type Founder = { readonly id: string; readonly name: string; readonly email: string }
type Founded = { readonly householdId: string; readonly memberId: string }

/** `POST /households` */
export const createHousehold: PersonHandle<typeof people.createHousehold> = async (
  request,
  { body },
) => {
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
    const { id, name, email } = await findPerson(within, request.session.personId)
    if (email === null) throw new Refusal('guest_refused')
    await requireRoomForHousehold(tx, id)
    const founded = await foundHousehold(within, { person: { id, name, email }, household: body })
    return actIn(within, request.session.id, founded.householdId)
  })
}

/** `POST /households/demo`: creates it beside one's own households. A person has at most one. */
export const createDemoHousehold: PersonHandle<typeof people.createDemoHousehold> = async (
  request,
) => {
  const { personId, id: sessionId } = request.session
  return inTransaction(request.db, async (tx) => {
    const within = { ...request, db: tx }
    await tx.selectFrom('persons').select('id').where('id', '=', personId).forUpdate().execute()
    const own = await tx
      .selectFrom('members as m')
      .innerJoin('households as h', 'h.household_id', 'm.household_id')
      .select('h.household_id as householdId')
      .where('m.person_id', '=', personId)
      .where('m.removed_at', 'is', null)
      .where('h.demo_since', 'is not', null)
      .executeTakeFirst()
    const { householdId } = own ?? (await foundDemoHousehold(within, personId))
    return actIn(within, sessionId, householdId)
  })
}

type FoundingRequest = Omit<PersonRequest, 'session'>

/** Creates a household with one member, its owner. */
export async function foundHousehold(
  request: FoundingRequest,
  { person, household }: { person: Founder; household: z.output<typeof newHousehold> },
): Promise<Founded> {
  const { name, email } = person
  const { categories: language, ...facts } = household
  const loaded = await loadDocument(request, {
    household: facts,
    categories: language === null ? [] : starterDocument(language),
    members: [{ ref: 'founder', name, email, role: 'owner' }],
  })
  const founded = { householdId: loaded.household_id, memberId: loaded.members['founder']! }
  await join(request, founded, person.id)
  await recordChange(
    { ...request, caller: { ...founded, through: 'app' } },
    {
      action: 'household.create',
      subject: { type: 'household', id: founded.householdId },
      before: null,
      after: household,
    },
  )
  return founded
}

/** The seed of every demo household, so that the documentation's numbers are true of each. */
const DEMO_SEED = 'earmark'

/** Creates a demo household, with the person in the place of its owner. */
export async function foundDemoHousehold(
  request: FoundingRequest,
  personId: string,
): Promise<Founded> {
  const { loaded } = await loadDemo(request, { seed: DEMO_SEED, transactionCount: null })
  const founded = { householdId: loaded.household_id, memberId: Object.values(loaded.members)[0]! }
  await markDemo(request, founded.householdId)
  // Deletes the demo's keys, which nobody has seen.
  const { householdId } = founded
  await request.db.deleteFrom('key_lookup').where('household_id', '=', householdId).execute()
  await request.db.deleteFrom('api_keys').where('household_id', '=', householdId).execute()
  await join(request, founded, personId)
  return founded
}

async function join({ db }: FoundingRequest, founded: Founded, personId: string): Promise<void> {
  await db
    .updateTable('members')
    .set({ person_id: personId })
    .where('household_id', '=', founded.householdId)
    .where('id', '=', founded.memberId)
    .execute()
}
