import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { bringLookForward } from '#/access/households/bring-look-forward.ts'
import { type Chance, givenChance } from '#/budget/expenses/rules/given.ts'
import { noticesApp } from '#/notices/app-contract.ts'
import { noticeKinds } from '#/core/values/notice-kinds.ts'
import { addOperator } from '#/people/operators.ts'
import { deliverDueMails } from '#/platform/mail/outbox/deliver-due.ts'
import { type Caught, headerOf, startMailServer, textOf } from '../fakes/mail-server.ts'
import { createBrowser, decrypt } from '../fakes/push-service.ts'
import { everything, startNotices, workOffNotices } from '../support/given-notices.ts'
import { givenPassword, givenPerson } from '../support/given-person.ts'
import { openFragile } from '../support/other-processes.ts'
import type { Member, Product } from '../support/product.ts'
import { DAYS, FROM, type Reader, writeScript, ZONE } from './notices-script.ts'

// A month, hour by hour, by every way and of every kind: bills, a payday and pay that comes late, large payments and a higher price, money
// that runs low, runs out and comes back, a bank that breaks, backups that stay away, a new browser. Receivers fail, and the worker dies between any two statements. The facts and who hears of them are written down here, by the script
// of the month, and not by the product's rules.

const SEEDS = [1]
const PASSWORD = 'a long passphrase of Ada'

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
    settings: {
      language: 'en',
      quiet: { from: 22 * 60, until: 7 * 60 },
      large_from: 50_000,
      free_below: 100_000,
    },
    ways: ['ntfy', 'gotify', 'url', 'push', 'mail'],
    hears: (hour: number) => hour >= 7 && hour < 22,
  },
  ben: {
    settings: { language: 'de', digest: 'day', digest_hour: 18, large_from: 20_000 },
    ways: ['telegram'],
    hears: (hour: number) => hour >= 18,
  },
} as const satisfies Record<Reader, unknown>

for (const seed of SEEDS) {
  test(`each fact of a month reaches each who wants it once, through deaths (seed ${seed})`, async () => {
    await simulate(givenChance(seed))
  })
}

async function simulate(chance: Chance): Promise<void> {
  const given = await givenMonth(chance)
  const { db, runtime, arrived, expected, negative, actAt, takeMails } = given
  const { fuse, fragile } = await openFragile(db)
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
  const kinds = await db.selectFrom('notices').select('kind').distinct().execute()
  assert.deepEqual(new Set(kinds.map(({ kind }) => kind)), new Set(noticeKinds))
  // The notice by mail is the only mail about a sign-in.
  const others = db.selectFrom('mails').select('id').where('kind', '=', 'new_browser')
  assert.deepEqual(await others.execute(), [])
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
    backups: { folder: '/nowhere' },
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
      {
        ref: 'side',
        name: 'Lessons',
        frequency: 'monthly',
        days: [25],
        anchor: '2025-11-25',
        wait_for_deposit: true,
      },
    ],
    expenses: [
      bill('Rent', { target: 80_000, balance: 80_000, day: '2026-01-20', months: 1 }),
      bill('Insurance', { target: 60_000, balance: 10_000, day: '2026-01-15', months: 12 }),
      {
        ...bill('Bike', { target: 12_000, balance: 0, day: '2026-02-25', months: 1 }),
        funding_schedules: ['side'],
      },
    ],
    transactions: [9, 10, 11, 12].map((month) => ({
      ref: `gym ${month}`,
      account: 'checking',
      amount: -3000,
      booked_at: `2025-${String(month).padStart(2, '0')}-10`,
      concept: 'Gym club',
      type: 'expense' as const,
    })),
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
  const person = await givenPerson(runtime, id, loaded.members['ada']!)
  await addOperator(runtime, person)
  await givenPassword(runtime, person, PASSWORD)
  const { expected, acts, negative } = writeScript(chance, {
    pay: async (amount, concept, type = 'expense') => {
      const { status, text } = await ada.request('POST', '/transactions', {
        body: {
          account_id: loaded.accounts['checking'],
          amount: type === 'income' ? amount : -amount,
          booked_at: String(runtime.now().toZonedDateTimeISO(ZONE).toPlainDate()),
          concept,
          type,
        },
      })
      assert.equal(status, 200, text)
    },
    freeMoney: async () => {
      const { body } = await ada.request<Home>('GET', '/home')
      return body.money[0]!.free_to_spend
    },
    backUp: async () => {
      const at = runtime.now()
      const run = { id: runtime.newId(), kind: 'nightly', status: 'done', bytes: 1 } as const
      const times = { asked_at: at, began_at: at, ended_at: at }
      await db
        .insertInto('backup_runs')
        .values({ ...run, ...times })
        .execute()
    },
    signIn: async () => {
      const { email } = await db
        .selectFrom('persons')
        .select('email')
        .where('id', '=', person)
        .executeTakeFirstOrThrow()
      const { status } = await product.app.request('http://earmark.test/app/api/sign-in', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
        body: JSON.stringify({ email, password: PASSWORD }),
      })
      assert.equal(status, 200)
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

type Home = { readonly money: readonly { readonly free_to_spend: number }[] }
