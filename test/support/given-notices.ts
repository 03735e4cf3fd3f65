import assert from 'node:assert/strict'
import { bringLookForward } from '#/access/households/bring-look-forward.ts'
import { lookAtHouseholds } from '#/app/notices/look-at-households.ts'
import { runDueHouseholds } from '#/budget/funding/run-due.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { dayAt } from '#/core/values/day.ts'
import { deliverDueNotices } from '#/notices/delivering/deliver-due.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import type { Outbound } from '#/platform/outbound/outbound.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { budget } from './given.ts'
import { type Product, type ProductOptions, startProduct } from './product.ts'

/** Settings under which everything is sent at once. */
export const everything = {
  language: 'en',
  kinds: [...noticeKinds],
  free_below: null,
  large_from: null,
  quiet: null,
  digest: 'none',
  digest_hour: 8,
} as const

/** Works everything off that is due now: days, looks, and messages. */
export async function workOffNotices(runtime: Runtime): Promise<void> {
  while ((await runDueHouseholds(runtime)) > 0);
  while ((await lookAtHouseholds(runtime)) > 0);
  while ((await deliverDueNotices(runtime)) > 0);
}

type NoticesOptions = {
  readonly start?: string
  readonly destinations?: Outbound
  readonly mail?: NonNullable<ProductOptions['mail']>
  readonly backups?: NonNullable<ProductOptions['backups']>
}

/** An instance with scripted destinations, unless the test has its own. */
export async function startNotices(options: NoticesOptions = {}) {
  let product!: Product
  const receivers = createReceivers(() => product.runtime.now())
  product = await startProduct({
    limited: false,
    destinations: receivers.outbound,
    ...options,
  })
  return { product, receivers }
}

type Started = Awaited<ReturnType<typeof startNotices>>

let made = 0

/** Ada’s household in Madrid, and a member who chooses notices. */
export async function givenNotices(options: NoticesOptions & { readonly on?: Started } = {}) {
  const { product, receivers } = options.on ?? (await startNotices(options))
  made += 1
  const url = `https://ntfy${made}.example`
  const loaded = await product.household({
    ...budget,
    members: [{ ref: 'ada', name: 'Ada', email: `ada${made}@example.com`, role: 'owner' }],
    keys: [],
    household: { name: 'Ada', timezone: 'Europe/Madrid', currency: 'EUR' },
  })
  const { db, runtime } = product
  const id = loaded.household_id
  const member = await product.member(id, loaded.members['ada']!)
  await member.prove()
  const app = member.client(noticesApp)
  return {
    product,
    receivers,
    member,
    app,
    loaded,
    db,
    runtime,
    /** The address of `addNtfy`. */
    url: `${url}/`,
    choose: (change: object = {}) =>
      app.changeNoticeSettings({ body: { ...everything, kinds: [...noticeKinds], ...change } }),
    addNtfy: async (topic = 'ada') => {
      await member.prove()
      const body = { kind: 'ntfy', name: topic, url, topic } as const
      const { ways } = await app.createNoticeWay({ body })
      return ways.at(-1)!
    },
    /** Lets time pass, and then works off what is due. */
    after: async (duration: Temporal.DurationLike) => {
      runtime.advance(duration)
      await workOffNotices(runtime)
    },
    /** Spends on the household’s day, or on another one. */
    pay: async (amount: number, { concept = 'Shop', day = '' } = {}) => {
      const { status, text } = await member.request('POST', '/transactions', {
        body: {
          account_id: loaded.accounts['checking'],
          amount: -amount,
          booked_at: day || dayAt(runtime.now(), 'Europe/Madrid'),
          concept,
          type: 'expense',
        },
      })
      assert.equal(status, 200, text)
    },
    /** Has the account hold so much, as a write of the household. */
    setBalance: async (balance: number) => {
      const checking = loaded.accounts['checking']!
      await db.updateTable('accounts').set({ balance }).where('id', '=', checking).execute()
      await bringLookForward(id, runtime.now()).execute(db)
    },
    /** How the notices are shown as sent, newest first. */
    states: async () => (await app.listNotices({})).map(({ sent }) => sent[0]?.state),
    /** The titles that the topic got, in order. */
    titles: () =>
      receivers
        .take(`${url}/`)
        .map(({ body }) => (JSON.parse(body) as { readonly title: string }).title),
  }
}
