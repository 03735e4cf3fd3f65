import type { EnableBanking } from '#/platform/runtime/runtime.ts'
import { plainLine } from '#/sources/provider/plain-text.ts'
import { ProviderFailure } from '#/sources/provider/provider.ts'
import { applicationAnswer, authAnswer, bankShape, banksAnswer, sessionAnswer } from './answer.ts'
import { askEnableBanking, type Connectivity, type EnableBankingAccess } from './client.ts'
import type { Present } from './presence.ts'
import { instantOf } from './connector.ts'
import { type Login, readLoginAccount } from './login.ts'

// The calls that lead to a consent: which banks there are, the page of a bank, and what the bank sent back.

export type Bank = {
  readonly name: string
  readonly country: string
  /** Seconds for which it gives a consent. */
  readonly validity: number
  /** The kind of customers it knows: people before companies. */
  readonly customer: string
}

/** Banks that do not say for how long: the law of the Union allows 180 days. */
const VALIDITY_SECONDS = 180 * 24 * 3600
/** Banks refuse a consent that ends a second too late, by their own clocks. */
const SPARE_SECONDS = 3600

type Known = { readonly banks: readonly Bank[]; readonly until: Temporal.Instant }
const lists = new WeakMap<EnableBankingAccess, Map<string, Known>>()
const LIST_HOURS = 24
/** After a failed reading of a list that was read before. */
const RETRY_MINUTES = 10

/** Lists the banks of a country (ISO 3166 code), by name. Reads them once a day. Throws ProviderFailure. */
export async function listBanks(
  access: EnableBankingAccess,
  io: Connectivity,
  country: string,
): Promise<readonly Bank[]> {
  const known = lists.get(access) ?? new Map<string, Known>()
  lists.set(access, known)
  const before = known.get(country)
  if (before && Temporal.Instant.compare(before.until, io.now()) > 0) return before.banks
  try {
    const banks = await readBanks(access, io, country)
    known.set(country, { banks, until: io.now().add({ hours: LIST_HOURS }) })
    return banks
  } catch (error) {
    if (!(error instanceof ProviderFailure) || before === undefined) throw error
    known.set(country, { ...before, until: io.now().add({ minutes: RETRY_MINUTES }) })
    return before.banks
  }
}

async function readBanks(
  access: EnableBankingAccess,
  io: Connectivity,
  country: string,
): Promise<readonly Bank[]> {
  const { aspsps } = await askEnableBanking(access, io, {
    method: 'GET',
    path: '/aspsps',
    query: { country, service: 'AIS' },
    answer: banksAnswer,
  })
  const banks = aspsps.flatMap((sent): Bank[] => {
    const { data } = bankShape.safeParse(sent)
    if (data?.country !== country) return []
    // Sent back as it is, so a name that a line cannot show is no name.
    if (data.name !== plainLine(data.name, 200)) return []
    const validity = data.maximum_consent_validity ?? 0
    return [
      {
        name: data.name,
        country,
        validity: validity > 0 ? validity : VALIDITY_SECONDS,
        customer: data.psu_types.includes('personal')
          ? 'personal'
          : (data.psu_types[0] ?? 'personal'),
      },
    ]
  })
  const byName = new Map(banks.map((bank) => [bank.name, bank]))
  return [...byName.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'))
}

/** Reads how Enable Banking knows the application of this instance. Throws ProviderFailure. */
export async function showApplication(access: EnableBankingAccess, io: Connectivity) {
  return askEnableBanking(access, io, {
    method: 'GET',
    path: '/application',
    answer: applicationAnswer,
  })
}

type Wish = {
  readonly bank: Bank
  readonly state: string
  /** ISO 639-1 code. */
  readonly language: string
  readonly present: Present | null
}

/** Asks for the page of a bank on which people give a consent for as long as the bank allows. Throws ProviderFailure. */
export async function openConsent(
  access: EnableBanking,
  io: Connectivity,
  { bank, state, language, present }: Wish,
): Promise<{ url: string }> {
  const seconds = Math.max(bank.validity - SPARE_SECONDS, Math.floor(bank.validity / 2))
  return askEnableBanking(access, io, {
    method: 'POST',
    path: '/auth',
    body: {
      access: { valid_until: io.now().add({ seconds }).toString({ smallestUnit: 'second' }) },
      aspsp: { name: bank.name, country: bank.country },
      state,
      redirect_url: access.returnUrl,
      psu_type: bank.customer,
      language,
    },
    answer: authAnswer,
    present,
  })
}

/** Exchanges the code of a bank for the consent, which works once. Throws ProviderFailure. */
export async function exchangeCode(
  access: EnableBankingAccess,
  io: Connectivity,
  { code, bank }: { readonly code: string; readonly bank: Login['bank'] },
): Promise<{ login: Login; ends: Temporal.Instant | null }> {
  const answer = await askEnableBanking(access, io, {
    method: 'POST',
    path: '/sessions',
    body: { code },
    answer: sessionAnswer,
  })
  const read = answer.accounts.flatMap((sent) => readLoginAccount(sent, bank.name) ?? [])
  // A bank that lists an account twice, for two currencies, gives it two ids of one hash: the first counts.
  const accounts = [...new Map(read.toReversed().map((one) => [one.id, one])).values()].toReversed()
  return {
    login: { session: answer.session_id, bank, accounts },
    ends: instantOf(answer.access.valid_until),
  }
}
