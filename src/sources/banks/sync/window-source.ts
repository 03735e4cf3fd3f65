import { sql } from 'kysely'
import { requireEnableBanking } from '#/sources/enable-banking/client.ts'
import { beginVisit, discoverAccounts, fetchRows } from '#/sources/enable-banking/connector.ts'
import { findRenamed, type StoredRow } from '#/sources/enable-banking/known-ids.ts'
import { ENABLE_BANKING } from '#/sources/provider/bank-provider.ts'
import { accountKey, type Batch } from '#/sources/provider/provider.ts'
import { simplefin } from '#/sources/simplefin/connector.ts'
import type { Run, WindowSource } from './start-run.ts'

/** Opens the provider of a run that lists rows by days. Throws ProviderFailure when it is not set up. */
export function openWindows(run: Run): WindowSource {
  return run.lease.provider === ENABLE_BANKING ? openVisit(run) : openSimplefin(run)
}

function openSimplefin({ secret, io }: Run): WindowSource {
  return {
    fetch: (asks) => simplefin.fetch(secret, asks, io),
    discover: (known) => simplefin.discover(secret, known, io),
  }
}

function openVisit(run: Run): WindowSource {
  const { lease, runtime, secret, io } = run
  const access = requireEnableBanking(runtime.enableBanking)
  const visit = beginVisit(access, io, { secret, present: lease.present })
  return {
    fetch: async (asks) => {
      const batch = await fetchRows(visit, asks)
      run.consentEnds = visit.ends
      const rows = [...batch.upserts]
      const stored = await loadStored(run, batch)
      return { ...batch, renamed: findRenamed(rows, stored, batch.coverage) }
    },
    discover: () => discoverAccounts(visit),
  }
}

/** Loads the stored rows of the days that an answer covers, and those whose ids it lists. */
async function loadStored(
  { runtime, lease }: Run,
  { coverage, upserts }: Batch,
): Promise<StoredRow[]> {
  const covered = coverage.map(({ account, from, to }) => ({ ...account, from, to }))
  const ids = Array.from(upserts, ({ externalId }) => externalId)
  const { rows } = await sql<Omit<StoredRow, 'account'> & { bank: string; account: string }>`
    select p.institution_external_id as bank, p.external_id as account, m.external_id as "externalId",
      m.status, m.amount, m.booked_on as "bookedOn", m.descriptor, m.removed_at is not null as "isRemoved"
    from provider_accounts p
    join jsonb_to_recordset(${JSON.stringify(covered)}::jsonb) as g ("institutionId" text, "externalId" text,
      "from" date, "to" date)
      on g."institutionId" = p.institution_external_id and g."externalId" = p.external_id
    join provider_transactions m on m.household_id = ${lease.household_id} and m.provider_account_id = p.id
      and (m.booked_on between g."from" and g."to" or m.external_id = any(${ids}::text[]))
    where p.household_id = ${lease.household_id} and p.connection_id = ${lease.id}
    order by m.booked_on, m.external_id`.execute(runtime.db)
  return rows.map(({ bank, account, ...row }) => ({
    ...row,
    account: accountKey({ institutionId: bank, externalId: account }),
  }))
}
