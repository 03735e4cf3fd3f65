import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { createBell } from '#/platform/runtime/bell.ts'
import { changeHousehold } from '#/access/households/change.ts'
import { tidyDeliveries } from '#/webhooks/delivering/tidy.ts'
import { openAnother } from '../support/other-processes.ts'
import { assertSigned, givenWebhooks, type Hook, type Reply } from '../fakes/receivers.ts'

// Deliveries under everything that may happen to them, in time that is moved by hand: receivers that fail in every way,
// processes that die in the middle, members who pause, resume, remove, redeliver, and accounts that are followed no
// more. A plain model says what each webhook may and must get.

const SEEDS = [1, 2, 3]
const STEPS = 60
const LEASE = 60

/** The model's state of a delivery. */
type Expected = {
  readonly hook: Hook
  readonly event: string
  /** Requests that it got, with what was answered; `at` is the end of each, in seconds. */
  readonly sent: { at: number; reply: Reply; known: boolean }[]
  /** Withdrawn since: nothing may be sent any more. */
  cancelled: boolean
}

type Simulated = Hook & { enabled: boolean; removed: boolean; script: (chance: Chance) => Reply }

const scripts: readonly ((chance: Chance) => Reply)[] = [
  () => 200,
  (chance) => chance.pick<Reply>([200, 500, 'timeout', 429]),
  () => 503,
  (chance) => chance.pick<Reply>([204, 302, 400, 'connect', 'refused_address']),
  (chance) => (chance.below(12) === 0 ? 410 : 200),
]

for (const seed of SEEDS) {
  test(`every event ends delivered or failed, and nothing forbidden is sent (seed ${seed})`, async () => {
    await simulate(givenChance(seed), String(seed))
  })
}

async function simulate(chance: Chance, seed: string): Promise<void> {
  const given = await givenWebhooks({ seed })
  const { api, db, receivers, runtime } = given
  const hooks: Simulated[] = []
  const expected = new Map<string, Expected>()
  let [dying, following] = [false, true]
  const seconds = () => runtime.now().epochMilliseconds / 1000
  const live = () => hooks.filter((one) => !one.removed)

  async function addHook(): Promise<void> {
    const made = await given.hook()
    const one = {
      ...made,
      enabled: true,
      removed: false,
      script: chance.pick(scripts as [(typeof scripts)[number]]),
    }
    hooks.push(one)
    receivers.answer(one.url, (got) => {
      const event = got.headers['webhook-id']!
      const delivery = expected.get(`${one.id} ${event}`)
      assert.ok(delivery, `${event} does not belong to ${one.url}`)
      assertSigned(got, one)
      assert.equal(delivery.cancelled, false, `${event} was sent after it was withdrawn`)
      assert.ok(
        one.enabled && !one.removed,
        `${event} was sent to a webhook that is paused or gone`,
      )
      checkSchedule(delivery, seconds())
      const reply = one.script(chance)
      delivery.sent.push({ at: seconds(), reply, known: !dying })
      if (reply === 410 && !dying) withdraw(one, () => (one.enabled = false))
      return reply
    })
  }

  function withdraw(one: Simulated, change: () => void): void {
    change()
    for (const delivery of expected.values()) {
      if (delivery.hook.id === one.id && !isOver(delivery)) delivery.cancelled = true
    }
  }

  /** Works until nothing is due; or dies before one of its statements, and then its lease has to end. */
  async function work(): Promise<void> {
    if (chance.below(4) > 0) return void (await given.deliver())
    let left = chance.below(9)
    const own = await openAnother(db, {
      onStatement: () => {
        left -= 1
        if (left < 0) throw new Error('died')
      },
    })
    dying = true
    await given
      .deliverer({ db: own, bell: createBell() })
      .deliverDue()
      .then(
        () => {
          for (const { sent } of expected.values()) for (const one of sent) one.known = true
        },
        () => {},
      )
    dying = false
    await own.destroy()
    runtime.advance({ seconds: LEASE })
    await given.deliver()
    // An answer before the death may or may not have been stored: ask.
    await learn()
  }

  /** The product's own count: it lacks attempts that a death has swallowed. */
  async function learn(): Promise<void> {
    for (const one of live()) {
      one.enabled = (await given.show(one.id)).enabled
      for (const shown of await given.deliveries(one.id)) {
        const delivery = expected.get(`${one.id} ${shown.event_id}`)!
        const unknown = delivery.sent.length - shown.log.length
        delivery.sent.splice(0, Math.max(unknown, 0))
        for (const each of delivery.sent) each.known = true
        delivery.cancelled = shown.status === 'cancelled'
      }
    }
  }

  const operations: (() => Promise<unknown>)[] = [
    async () => {
      if (live().length < 6) await addHook()
    },
    ...Array.from({ length: 4 }, () => async () => {
      const id = await given.record()
      for (const one of following ? live().filter(({ enabled }) => enabled) : []) {
        const event = `evt_transaction_${id}`
        expected.set(`${one.id} ${event}`, { hook: one, event, sent: [], cancelled: false })
      }
    }),
    ...Array.from({ length: 5 }, () => work),
    async () => {
      const one = pick()
      if (!one) return
      const enabled = !one.enabled
      await api.changeWebhook({ params: { id: one.id }, body: { enabled } })
      if (enabled) one.enabled = true
      else withdraw(one, () => (one.enabled = false))
    },
    async () => {
      const one = pick()
      if (!one || chance.below(3) > 0) return
      await api.removeWebhook({ params: { id: one.id } })
      withdraw(one, () => (one.removed = true))
    },
    async () => {
      // Not followed for a while: what is due meanwhile is cancelled, what is queued is not even that.
      following = !following
      const set = { subscribed: following }
      await db
        .updateTable('accounts')
        .set(set)
        .where('household_id', '=', given.loaded.household_id)
        .execute()
      if (following) return
      await given.deliver()
      await learn()
    },
    async () => {
      await changeHousehold(runtime, given.loaded.household_id, { standing: 'trialing' })
      await tidyDeliveries(runtime)
    },
    async () => {
      const one = pick()
      const old = [...expected.values()].find(
        (delivery) => delivery.hook.id === one?.id && isOver(delivery),
      )
      if (!one?.enabled || !old || !following) return
      await api.redeliverEvent({ params: { id: one.id, delivery_id: old.event } })
      old.sent.length = 0
      old.cancelled = false
      redelivered.add(old)
    },
  ]
  const redelivered = new Set<Expected>()
  const pick = () => (live().length === 0 ? undefined : chance.pick(live() as [Simulated]))

  await addHook()
  for (let step = 0; step < STEPS; step += 1) {
    runtime.advance({ seconds: chance.pick([0, 1, 30, 45, 600] as const) })
    await operations[chance.below(operations.length)]!()
  }
  if (!following) await operations.at(-3)!()
  for (let n = 0; n < 12; n += 1) await given.after(2400)
  runtime.logged.length = 0
  assert.equal(
    await tidyDeliveries(runtime).then(() => runtime.logged.join('')),
    '',
    'a wake-up was lost',
  )
  for (const one of live()) {
    const shown = await given.deliveries(one.id)
    for (const { event_id, status, attempts } of shown) {
      const delivery = expected.get(`${one.id} ${event_id}`)!
      assert.ok(
        status === 'delivered' || status === 'failed' || status === 'cancelled',
        `${event_id} is ${status}`,
      )
      assert.ok(attempts <= 8)
      const acknowledged = delivery.sent.some(({ reply }) => reply === 200 || reply === 204)
      if (acknowledged) assert.equal(status, 'delivered')
      if (status === 'cancelled')
        assert.equal(delivery.cancelled, true, `${event_id} was cancelled for nothing`)
    }
  }
}

/** Known to have ended: acknowledged, refused for good, or tried eight times. */
function isOver({ sent, cancelled }: Expected): boolean {
  const replies = sent.filter(({ known }) => known).map(({ reply }) => reply)
  return cancelled || replies.length >= 8 || replies.some((reply) => !retried.has(reply))
}

const retried = new Set<Reply>([500, 503, 429, 'timeout', 'connect'])

/** The attempt that is made now is due, and one of eight. */
function checkSchedule({ sent, event }: Expected, now: number): void {
  const known = sent.filter((one) => one.known)
  assert.ok(known.length < 8, `${event} was tried more than eight times`)
  const last = known.at(-1)
  if (last === undefined) return
  assert.ok(retried.has(last.reply), `${event} was sent again after ${JSON.stringify(last.reply)}`)
  const wait = Math.min(30 * 2 ** (known.length - 1), 3600)
  assert.ok(now - last.at >= wait, `${event} was tried after ${now - last.at} s instead of ${wait}`)
}
