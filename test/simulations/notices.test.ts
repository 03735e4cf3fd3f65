import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bringLookForward } from '#/access/households/bring-look-forward.ts'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { deliverDueMails } from '#/platform/mail/outbox/deliver-due.ts'
import { type Caught, headerOf, startMailServer, textOf } from '../fakes/mail-server.ts'
import { createBrowser, decrypt } from '../fakes/push-service.ts'
import { everything, startNotices, workOffNotices } from '../support/given-notices.ts'
import { openFragile } from '../support/other-processes.ts'
import type { Member, Product } from '../support/product.ts'

// A month, hour by hour, by every way: bills, a payday, large payments, money that runs out and comes back, a bank that breaks. Receivers
// fail, and the worker dies between any two statements. The facts and who hears of them are written down here, by the script
// of the month, and not by the product's rules.

const SEEDS = [1]
const ZONE = 'Europe/Madrid'
const FROM = Temporal.ZonedDateTime.from(`2026-01-06T08:00[${ZONE}]`)
const DAYS = 29

const phone = createBrowser()
const mails = await startMailServer()

/** A way as the member adds it, and how its receiver reads a message. A further way is one more entry. */
const ways = {
  push: {
    body: { kind: 'push', name: 'push', url: 'https://push.example/1', ...subscribed() },
    url: 'https://push.example/1',
    read: (_: string, bytes: Buffer) => join(JSON.parse(decrypt(bytes, phone)), 'title', 'text'),
  },
  ntfy: {
    body: { kind: 'ntfy', name: 'ntfy', url: 'https://ntfy.example', topic: 'ada' },
    url: 'https://ntfy.example/',
    read: (body: string) => join(JSON.parse(body), 'title', 'message'),
  },
  gotify: {
    body: { kind: 'gotify', name: 'gotify', url: 'https://gotify.example', token: 'token' },
    url: 'https://gotify.example/message',
    read: (body: string) => join(JSON.parse(body), 'title', 'message'),
  },
  url: {
    body: { kind: 'url', name: 'url', url: 'https://home.example/hook' },
    url: 'https://home.example/hook',
    read: (body: string) => join(JSON.parse(body), 'title', 'text'),
  },
  telegram: {
    body: { kind: 'telegram', name: 'telegram', token: '1:token', chat: '7' },
    url: 'https://api.telegram.org/bot1:token/sendMessage',
    read: (body: string) => join(JSON.parse(body), 'text'),
  },
} as const

/** The subscription of the browser, as it describes it to the application. */
function subscribed() {
  return { p256dh: phone.own.getPublicKey('base64url'), auth: phone.auth.toString('base64url') }
}

/** The subject and the text of a mail, up to its links. */
function readMail(mail: Caught): string {
  const subject = headerOf(mail, 'subject')!.replaceAll(
    /=\?utf-8\?([QB])\?([^?]*)\?=( (?==\?))?/gi,
    (_, form: string, text: string) => {
      if (form.toUpperCase() === 'B') return Buffer.from(text, 'base64').toString()
      const bytes = text.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/gi, '%$1')
      return decodeURIComponent(bytes)
    },
  )
  return `${subject}\n${textOf(mail).split(/^See in Earmark|^-- /m)[0]}`
}

function join(fields: Record<string, string>, ...names: string[]): string {
  return names.map((name) => fields[name]).join('\n')
}

/** Ada hears at once, but not at night; Ben once a day, at six in the evening, in German. */
const readers = {
  ada: {
    settings: { language: 'en', quiet: { from: 22 * 60, until: 7 * 60 }, large_from: 50_000 },
    ways: ['ntfy', 'gotify', 'url', 'push', 'mail'],
    hears: (hour: number) => hour >= 7 && hour < 22,
  },
  ben: {
    settings: { language: 'de', digest: 'day', digest_hour: 18, large_from: 20_000 },
    ways: ['telegram'],
    hears: (hour: number) => hour >= 18,
  },
} as const

type Reader = keyof typeof readers

/** A fact: who hears of it, by words that no other message has. */
type Expected = Readonly<Partial<Record<Reader, string>>>

for (const seed of SEEDS) {
  test(`each fact of a month reaches each who wants it once, through deaths (seed ${seed})`, async () => {
    await simulate(givenChance(seed))
  })
}

async function simulate(chance: Chance): Promise<void> {
  const given = await givenMonth(chance)
  const { runtime, arrived, expected, negative, actAt, takeMails } = given
  const { fuse, fragile } = await openFragile(given.db)
  const mortal = { ...runtime, db: fragile }
  let deaths = 0
  for (let hour = 0; hour < DAYS * 24; hour += 1) {
    await actAt(hour)
    if (chance.below(4) === 0) {
      fuse.left = chance.below(10)
      await workOffNotices(mortal).catch(() => (deaths += 1))
      fuse.left = null
      takeMails()
      // The dead one's leases end.
      runtime.advance({ minutes: 3 })
    }
    await workOffNotices(runtime)
    takeMails()
    const next = FROM.add({ hours: hour + 1 }).toInstant()
    runtime.advance(runtime.now().until(next))
  }
  assert.ok(deaths > 40, `${deaths} deaths`)
  for (const [name, { ways: own, hears }] of Object.entries(readers)) {
    const wanted = expected.flatMap((fact) => fact[name as Reader] ?? [])
    for (const way of own) {
      const got = arrived.filter((one) => one.way === way)
      for (const { at } of got) assert.ok(hears(at.hour), `${name} at ${String(at)}`)
      // A message that arrived although its sender died comes again: word for word, and a mail under its id.
      const texts = [...new Map(got.map(({ id, text }) => [id, text])).values()].join('\n')
      const counts = wanted.map((words) => [words, texts.split(words).length - 1])
      assert.deepEqual(
        counts,
        wanted.map((words) => [words, 1]),
        `${name} by ${way}: ${texts}`,
      )
      // And nothing else: each line with a payment is one that was wanted.
      const others = texts.match(/Payment-\d+-end/g) ?? []
      assert.deepEqual(others.toSorted(), wanted.filter((one) => one.startsWith('Pay')).toSorted())
      const zero = texts.match(/below zero|unter null/g) ?? []
      assert.equal(zero.length, negative[name as Reader], `${name} by ${way}: ${texts}`)
    }
  }
}

async function givenMonth(chance: Chance) {
  const start = String(FROM.toInstant())
  const { product, receivers } = await startNotices({
    start,
    mail: { server: mails.settings, publicUrl: 'https://budget.example.com' },
  })
  const { db, runtime } = product
  const loaded = await product.household({
    household: { name: 'Both', timezone: ZONE, currency: 'EUR' },
    members: [
      { ref: 'ada', name: 'Ada', email: 'ada@example.com', role: 'owner' },
      { ref: 'ben', name: 'Ben', email: 'ben@example.com', role: 'owner' },
    ],
    keys: [],
    accounts: [
      {
        ref: 'checking',
        name: 'Checking',
        type: 'depository',
        subtype: 'checking',
        balance: 5_000_000,
      },
    ],
    funding_schedules: [
      { ref: 'pay', name: 'Salary', frequency: 'monthly', days: [28], anchor: '2025-11-28' },
    ],
    expenses: [
      bill('Rent', { target: 80_000, balance: 80_000, day: '2026-01-20', months: 1 }),
      bill('Insurance', { target: 60_000, balance: 10_000, day: '2026-01-15', months: 12 }),
    ],
  })
  const id = loaded.household_id
  const arrived: { way: string; id: string; text: string; at: Temporal.ZonedDateTime }[] = []
  const here = () => runtime.now().toZonedDateTimeISO(ZONE)
  for (const [way, { url, read }] of Object.entries(ways)) {
    receivers.answer(url, ({ body, bytes }) => {
      const luck = chance.below(20)
      if (luck === 0) return 503
      if (luck === 1) return 'connect'
      const text = read(body, bytes)
      arrived.push({ way, id: text, text, at: here() })
      return luck === 2 ? 'timeout' : 200
    })
  }
  for (const [name, { settings, ways: own }] of Object.entries(readers)) {
    const member = await product.member(id, loaded.members[name]!)
    await member.prove()
    const app = member.client(noticesApp)
    await app.openPushKey({ body: {} })
    for (const way of own) {
      if (way === 'mail') await addMail(product, member)
      else await app.createNoticeWay({ body: ways[way].body })
    }
    await app.changeNoticeSettings({
      body: { ...everything, kinds: [...noticeKinds], ...settings },
    })
  }
  const ada = await product.member(id, loaded.members['ada']!, 60)
  const connection = runtime.newId()
  await sql`
    insert into connections (household_id, id, member_id, provider, status, failures, created_at, updated_at)
    values (${id}, ${connection}, ${loaded.members['ada']!}, 'provider_a', 'healthy', 0, ${runtime.now()},
      ${runtime.now()})`.execute(db)
  const touch = () => bringLookForward(id, runtime.now()).execute(db)
  const { expected, acts, negative } = writeScript(chance, {
    pay: async (amount, concept) => {
      const { status, text } = await ada.request('POST', '/transactions', {
        body: {
          account_id: loaded.accounts['checking'],
          amount: -amount,
          booked_at: String(runtime.now().toZonedDateTimeISO(ZONE).toPlainDate()),
          concept,
          type: 'expense',
        },
      })
      assert.equal(status, 200, text)
    },
    shift: async (by) => {
      await sql`update accounts set balance = balance + ${by} where household_id = ${id}`.execute(
        db,
      )
      await touch()
    },
    setBank: async (status) => {
      await sql`update connections set status = ${status} where household_id = ${id}`.execute(db)
      await touch()
    },
  })
  const actAt = async (hour: number) => {
    for (const act of acts.filter((one) => one.hour === hour)) await act.run()
  }
  /** Reads the mails that came, and has the mail server misbehave with the next ones. */
  const takeMails = () => {
    for (const mail of mails.caught.splice(0)) {
      const id = headerOf(mail, 'message-id')!
      arrived.push({ way: 'mail', id, text: readMail(mail), at: here() })
    }
    const luck = chance.below(20)
    mails.mischief.recipients = luck === 0 ? [450] : []
    mails.mischief.cutAfterText = luck === 1 ? 1 : 0
  }
  return { db, runtime, arrived, expected, negative, actAt, takeMails }
}

/** Adds an address and follows the link that its owner gets. */
async function addMail(product: Product, member: Member): Promise<void> {
  const body = { name: 'mail', address: 'ada@example.com', language: 'en' }
  await member.request('POST', '/notices/ways/mail', { body })
  while ((await deliverDueMails(product.runtime)) > 0);
  const [asked] = mails.caught.splice(0)
  const token = /#k=([\w-]+)/.exec(textOf(asked!))![1]!
  const confirmed = await member.request('POST', '/notices/ways/mail/confirm', { body: { token } })
  assert.equal(confirmed.status, 200, confirmed.text)
}

type Terms = {
  readonly target: number
  readonly balance: number
  readonly day: string
  readonly months: 1 | 12
}

function bill(name: string, { target, balance, day, months }: Terms) {
  return {
    ref: name,
    name,
    target_amount: target,
    recurrence_interval_months: months,
    recurrence_anchor_date: day,
    funding_schedules: ['pay'],
    balance,
  }
}

type Deeds = {
  readonly pay: (amount: number, concept: string) => Promise<void>
  readonly shift: (by: number) => Promise<void>
  readonly setBank: (status: 'healthy' | 'reauth_required') => Promise<void>
}

/** The month: what happens at which hour since the start, and which facts follow. */
function writeScript(chance: Chance, { pay, shift, setBank }: Deeds) {
  const acts: { readonly hour: number; readonly run: () => Promise<void> }[] = []
  const expected: Expected[] = [
    { ada: 'Rent is due on', ben: 'Rent ist am' },
    { ada: 'Insurance is short', ben: 'Für Insurance fehlen' },
    { ada: 'The payday of January 28', ben: 'Der Zahltag am 28. Januar' },
  ]
  const hourOf = (day: number, hour: number) => day * 24 + hour - FROM.hour
  // Not while free money is gone: the sum in its message would change with each payment.
  const calm = [0, 1, 2, 4, 5, 6, 9, 10, 11, 13, 14, 15, 16, 17, 20, 21, 22, 23, 24, 25]
  for (let n = 1; n <= 40; n += 1) {
    const amount = (1 + chance.below(9)) * 10_000
    const day = calm[chance.below(calm.length)]!
    const concept = `Payment-${n}-end`
    acts.push({ hour: hourOf(day, 9 + chance.below(15)), run: () => pay(amount, concept) })
    expected.push({
      ...(amount >= 50_000 && { ada: concept }),
      ...(amount >= 20_000 && { ben: concept }),
    })
  }
  // Free money is gone from one hour to another. It counts for those whose hours the time meets.
  const negative = { ada: 0, ben: 0 }
  for (const { day, from, until, hears } of [
    { day: 3, from: 10, until: 15, hears: ['ada'] },
    { day: 7, from: 23, until: 29, hears: [] },
    { day: 12, from: 14, until: 21, hears: ['ada', 'ben'] },
    { day: 18, from: 23, until: 34, hears: ['ada'] },
  ] as const) {
    // Its own sum makes the message one of a kind.
    const sum = 10_000_000 + day * 100_000
    acts.push({ hour: hourOf(day, from), run: () => shift(-sum) })
    acts.push({ hour: hourOf(day, until), run: () => shift(sum) })
    for (const name of hears) negative[name] += 1
  }
  acts.push({ hour: hourOf(22, 9), run: () => setBank('reauth_required') })
  acts.push({ hour: hourOf(24, 9), run: () => setBank('healthy') })
  expected.push({ ada: 'Bank needs you', ben: 'Bank braucht dich' })
  return { acts, expected, negative }
}
