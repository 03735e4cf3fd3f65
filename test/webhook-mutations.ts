import type { Mutation } from './mutate.ts'

const inFile =
  (file: string) =>
  (name: string, from: string, to: string, tests: string): Mutation => ({
    name,
    file,
    from,
    to,
    noticedBy: `src/webhooks/${tests}.test.ts`,
  })

const lanes = inFile('src/webhooks/lanes.ts')
const announce = inFile('src/webhooks/announce.ts')
const record = inFile('src/webhooks/record-results.ts')
const verdict = inFile('src/webhooks/verdict.ts')
const attempt = inFile('src/webhooks/attempt.ts')
const backoff = inFile('src/webhooks/backoff.ts')
const change = inFile('src/webhooks/change.ts')
const fetchDue = inFile('src/webhooks/fetch-due.ts')
const connector = inFile('src/outbound/connector.ts')

/** The rules of delivering, each broken once. */
export const mutations: readonly Mutation[] = [
  lanes(
    'a lane is given back without locking its row',
    'for update of l skip locked',
    'for key share of l',
    'workers',
  ),
  announce(
    'lanes are woken by the statement that queues',
    "    )\n    insert into webhook_deliveries (household_id, webhook_id, event_id, epoch, run, state, attempts,\n      faults, next_attempt_at, log, created_at, updated_at)\n    select ${householdId}, listening.id, happened.id, listening.epoch, 1, 'queued', 0, 0, ${now}, '[]',\n      ${now}, ${now}\n    from happened cross join listening\n    returning 1`.execute(announcing.db)\n  if (rows.length > 0) await wakeLane(announcing)\n}\n",
    "    ), woken as (\n      update webhook_lanes l set next_due_at = ${now} where l.household_id = ${householdId}\n        and (l.next_due_at is null or l.next_due_at > ${now})\n    )\n    insert into webhook_deliveries (household_id, webhook_id, event_id, epoch, run, state, attempts,\n      faults, next_attempt_at, log, created_at, updated_at)\n    select ${householdId}, listening.id, happened.id, listening.epoch, 1, 'queued', 0, 0, ${now}, '[]',\n      ${now}, ${now}\n    from happened cross join listening\n    returning 1`.execute(announcing.db)\n  if (rows.length > 0) announcing.bell.due()\n  void wakeLane\n}\n",
    'workers',
  ),
  record(
    'a late result counts',
    'and d.attempts = g.attempt - case when g.entry is null then 0 else 1 end',
    '',
    'crash',
  ),
  verdict('408 is final', 'status === 408 || status === 429', 'status === 429', 'deliver'),
  inFile('src/outbound/outbound.ts')(
    'redirects are followed',
    'if (request.redirects !== 1 || !repeatable) return null',
    '',
    'deliver',
  ),
  attempt(
    'the delay counts from the beginning of an attempt',
    'writeMoment(ended + delayAfter(number) * 1000)',
    'writeMoment(begun + delayAfter(number) * 1000)',
    'deliver',
  ),
  backoff(
    'the delay has no cap',
    'n >= CAPPED_FROM ? CAP_SECONDS : FIRST_SECONDS * 2 ** (n - 1)',
    'FIRST_SECONDS * 2 ** (n - 1)',
    'deliver',
  ),
  change('a pause leaves the epoch as it is', 'epoch: epoch + 1', 'epoch', 'withdraw'),
  fetchDue(
    'whether it may be sent is asked only when it is queued',
    "when m.removed_at is not null then 'member_gone'\n        when h.standing not in ('trialing', 'active') then 'no_subscription'\n        when e.account_id is not null and (a.hidden or not a.subscribed) then 'not_followed'",
    "when false then 'member_gone'",
    'withdraw',
  ),
  connector(
    'literal addresses are not judged',
    'if (isIP(host) !== 0) return [host]',
    "if (isIP(host) !== 0) return ['1.1.1.1']",
    'deliver',
  ),
  connector(
    'where the socket ended up is not judged',
    'if (!mayReach(remoteAddress))',
    'if (!mayReach)',
    'deliver',
  ),
  connector(
    'one public address among those of a name is enough',
    "if (verdicts.has('refused'))",
    "if (verdicts.has('refused') && verdicts.size === 1)",
    'deliver',
  ),
  attempt(
    'the body is written anew for an attempt',
    '    body: due.body,\n  })',
    '    body: JSON.stringify({ ...JSON.parse(due.body), attempt: due.attempts }),\n  })',
    '{announce,deliver}',
  ),
  attempt(
    'the timestamp of the first attempt is used for all',
    'const seconds = Math.floor(begun / 1000)',
    'const seconds = Math.floor(Date.parse(JSON.parse(due.body).timestamp) / 1000)',
    'deliver',
  ),
  inFile('src/webhooks/webhook.ts')(
    'values of headers are shown',
    'headers: row.header_names,',
    'headers: [...row.header_names, String(row.url)],',
    'manage',
  ),
  inFile('src/webhooks/send-test.ts')(
    'the last test is looked up before it is marked',
    'if (wait > 0) {',
    'if (wait > 30_000) {',
    'manage',
  ),
  record('a stale 410 pauses what was repaired', 'and w.epoch = g.epoch', '', 'deliver'),
  record(
    'a late success does not count',
    "or (g.state = 'delivered' and d.state <> 'delivered'))`",
    ')`',
    'crash',
  ),
  lanes(
    'a dead neighbour keeps its lanes for ever',
    'where claimable_at <= ${now}',
    'where next_due_at <= ${now} and lease_until is null',
    'crash',
  ),
  inFile('src/webhooks/desk.ts')(
    'what was fetched before a withdrawal is sent',
    'desk.withdrawals += 1\n  for (const lane of desk.lanes.values()) empty(lane)',
    'desk.soon()',
    'workers',
  ),
]
