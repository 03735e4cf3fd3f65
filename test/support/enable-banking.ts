import { after } from 'node:test'
import { connectWithCode } from '#/sources/banks/connecting/finish-bank-consent.ts'
import { useConsent } from '#/sources/banks/connecting/bank-consents.ts'
import { startConsent } from '#/sources/banks/connecting/open-bank-consent.ts'
import { syncHousehold } from '#/sources/banks/sync/sync-household.ts'
import { createOutbound } from '#/platform/outbound/outbound.ts'
import { webhooks as webhookContract } from '#/webhooks/contract.ts'
import {
  APPLICATION_ID,
  APPLICATION_KEY,
  createFakeEnableBanking,
  type EuropeanAccount,
  type EuropeanRow,
} from '../fakes/enable-banking.ts'
import { createReceivers } from '../fakes/receivers.ts'
import { givenTwo } from './given-two.ts'
import { startProduct } from './product.ts'

export const RETURN_URL = 'https://earmark.test/connections/enable-banking'

export const europeanAccount = (
  hash: string,
  changes: Partial<EuropeanAccount> = {},
): EuropeanAccount => ({
  hash,
  name: `Cuenta ${hash}`,
  iban: `ES91210004184502000513${hash.padStart(2, '0')}`,
  balance: '1500.50',
  rows: [],
  ...changes,
})

export const europeanRow = (changes: Partial<EuropeanRow> = {}): EuropeanRow => ({
  amount: '12.34',
  booked: '2026-01-03',
  ...changes,
})

type Options = {
  readonly accounts?: EuropeanAccount[]
  readonly selectAll?: boolean
  readonly document?: object
}

/** A household of two on a product that knows Enable Banking on loopback; nothing is connected yet. */
export async function offeredEurope(options: Options = {}) {
  const bank = await createFakeEnableBanking(() =>
    Math.floor(product.runtime.now().epochMilliseconds / 1000),
  )
  bank.state.accounts = options.accounts ?? [europeanAccount('A')]
  const outbound = createOutbound({ allowCidrs: '127.0.0.0/8' })
  const receivers = createReceivers(() => product.runtime.now())
  after(async () => {
    await outbound.close()
    await bank.close()
  })
  const product = await startProduct({
    limited: false,
    outbound,
    destinations: receivers.outbound,
    enableBanking: {
      url: bank.url,
      applicationId: APPLICATION_ID,
      key: APPLICATION_KEY,
      returnUrl: RETURN_URL,
    },
  })
  const two = await givenTwo(product, options.document)
  const { householdId } = two
  const owner = { householdId, memberId: two.loaded.members['ada']!, sessionId: null }
  /** Gives a consent as the command line does; `renew` names the connection. */
  const consent = async (renew: string | null = null, selectAll = options.selectAll ?? true) => {
    const { url } = await startConsent(product.runtime, owner, {
      connectionId: renew,
      bank: { name: 'Banco Sol', country: 'ES' },
      language: 'es',
      present: null,
    })
    const back = (await bank.visitPage(url)).searchParams
    const begun = await useConsent(product.runtime, owner, back.get('state')!)
    const zone = 'Europe/Madrid'
    const code = back.get('code')!
    const grant = { begun, code, zone, present: null, selectAll }
    return (await connectWithCode(product.runtime, owner, grant)).connectionId
  }
  return { ...two, bank, receivers, consent, owner }
}

/** The same, connected, with a webhook; nothing imported yet. */
export async function connectedToEurope(options: Options = {}) {
  const offered = await offeredEurope(options)
  const { product, householdId, key, bank } = offered
  const connectionId = await offered.consent()
  await product
    .client(webhookContract, key)
    .createWebhook({ body: { name: 'Mine', url: 'https://receiver.example/hook' } })
  let seen = 0
  const given = {
    ...offered,
    connectionId,
    rows: (hash: string, ...rows: readonly (EuropeanRow | object)[]) => {
      bank.state.accounts.find((one) => one.hash === hash)!.rows = [...rows]
    },
    run: () => {
      // Long enough after the last one that the bank allows a visit.
      product.runtime.advance({ hours: 12 })
      return syncHousehold(product.runtime, householdId, 'provider_c')
    },
    amounts: async () => (await given.list()).map(({ amount }) => amount).toSorted((a, b) => a - b),
    /** The amounts of the events since the last call. */
    news: async (): Promise<number[]> => {
      const events = await product.db
        .selectFrom('webhook_events')
        .select('body')
        .where('household_id', '=', householdId)
        .orderBy('created_at')
        .execute()
      const since = events.slice(seen)
      seen = events.length
      return since.map(({ body }) => {
        const { data } = JSON.parse(body!) as { data: { transaction: { amount: number } } }
        return data.transaction.amount
      })
    },
  }
  return given
}
