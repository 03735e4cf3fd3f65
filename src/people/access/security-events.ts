import { sql } from 'kysely'
import { writeInstant } from '#/platform/contract/fields.ts'
import type { Runtime } from '#/platform/runtime/runtime.ts'

/** Something that concerns who may get in. */
export type SecurityEvent = {
  readonly at: string
  /** `person`: of an account; `household`: from an audit log; `instance`: of the operator. */
  readonly of: 'person' | 'household' | 'instance'
  readonly action: string
  readonly person_id: string | null
  readonly email: string | null
  readonly household_id: string | null
  readonly address: string | null
  readonly agent: string | null
  /** The interface: `app`, `api` or `cli`; null if the event does not say. */
  readonly through: string | null
  /** The name of the key, device or webhook, or another fact. */
  readonly detail: string
}

type Sought = {
  readonly personId: string | null
  readonly since: Temporal.Instant | null
  readonly limit: number
}

/**
 * Lists the latest security events of the instance, newest first: histories of accounts, entries of audit logs about
 * credentials and people, and commands of the operator. Each source is cut to the limit by itself, along its index.
 */
export async function listSecurityEvents(
  { db }: Pick<Runtime, 'db'>,
  { personId, since, limit }: Sought,
): Promise<readonly SecurityEvent[]> {
  const from = since ?? Temporal.Instant.fromEpochMilliseconds(0)
  const { rows } = await sql<Omit<SecurityEvent, 'at'> & { at: Temporal.Instant }>`
    select * from (
      (select e.at, e.id, 'person' as of, e.action, e.person_id, p.email, null::uuid as household_id,
        e.address, e.agent, null::text as through, coalesce(e.detail, '') as detail
      from person_events e join persons p on p.id = e.person_id
      where e.at >= ${from} and (${personId}::uuid is null or e.person_id = ${personId})
      order by e.at desc, e.id desc limit ${limit})
      union all
      (select a.at, a.id, 'household', a.action, m.person_id, m.email, a.household_id, null, null,
        a.through, coalesce(a.after->>'name', a.before->>'name', k.name, d.name, f.name, '')
      from audit_entries a
      left join members m on m.household_id = a.household_id and m.id = a.member_id
      left join api_keys k on k.household_id = a.household_id and k.id = a.subject_id
      left join wallet_devices d on d.household_id = a.household_id and d.id = a.subject_id
      left join calendar_feeds f on f.household_id = a.household_id and f.id = a.subject_id
      where a.at >= ${from} and (${personId}::uuid is null or m.person_id = ${personId})
        and (a.subject_type in ('key', 'wallet_device', 'calendar_feed', 'invitation', 'member', 'webhook', 'connection')
          or a.action in ('household.create', 'household.export', 'request_log.change'))
      order by a.at desc, a.id desc limit ${limit})
      union all
      (select i.at, i.id, 'instance', i.action, null, null, null, null, null,
        case i.action when 'oidc.refused' then 'app' when 'key_new_place' then 'api' else 'cli' end,
        i.detail
      from instance_events i where i.at >= ${from} and ${personId}::uuid is null
      order by i.at desc, i.id desc limit ${limit})
    ) e order by at desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    at: writeInstant(row.at),
    of: row.of,
    action: row.action,
    person_id: row.person_id,
    email: row.email,
    household_id: row.household_id,
    address: row.address,
    agent: row.agent,
    through: row.through,
    detail: row.detail,
  }))
}
