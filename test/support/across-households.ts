/**
 * The statements that concern more than one household, by what they are for. None of them locks rows, and none changes rows
 * of a household, but those that say so.
 */
const acrossHouseholds: Readonly<Record<string, RegExp>> = {
  'looks for rows that are due or old, each then taken with its household named':
    /^select (?:distinct )?(?:\w+\.)?"?household_id"?(?: as "householdId")?[, ]/,
  'the first browser of a person whose notices were read':
    /^select id from notice_ways where session_id = \$1$/,
  'what is due, for all loops of a process':
    /^select \(?exists \(select 1 from "?(?:households|imports)"? where/,
  'webhooks whose pause left deliveries':
    /^select w\.household_id, w\.id as webhook_id from webhooks w/,
  'queues that were overlooked are made due': /^update webhook_lanes l set next_due_at/,
  'who holds leases': /^select distinct lease_owner as owner from/,
  'leases of processes that have ended are freed':
    /^update "?(?:connections|imports|moves|webhook_lanes|notice_\w+)"? set .*lease_owner.* where (?:status = 'running' and )?.*lease_owner"? (?:=|in|is not null)/,
  'the memberships of a person':
    /^select .* from "?members"?(?: as "m"| m)? .*"?person_id"? = (?:\$\d|any\()/,
  'a person is locked in all households': /^update members set locked_at/,
  'a person leaves no name behind':
    /^update "members" set "person_id" = \$1 where "person_id" = \$2/,
  'the browsers of sessions': /^update notice_ways set session_id = /,
  'an invitation by its secret': /from invitations i .*where i\.digest = \$\d/,
  'the latest actions of operators':
    /^\(select id, action, household_id, null::uuid as person_id, at from audit_entries/,
  'security events of all households': /from audit_entries a left join members m/,
  'all households and their members, for operators':
    /^select household_id as id, name|^select household_id, id, name, email, role from members/,
  'values are sealed under a new key':
    /^select array\["household_id"|^update "\w+" set "\w+" = \$1 where \("household_id", "id"\) = \(\$2, \$3\)/,
  'files that nobody committed': /^delete from "(?:imports|moves)" where status = 'uploaded'/,
  'consents that nobody finished': /^delete from "bank_consents" where "expires_at" < \$1$/,
  'an account or a key that an operator names':
    /^select "household_id" from "(?:accounts|api_keys)" where "id" = \$1/,
  'all people and the destinations of one, for operators':
    /^select p\.id, p\.name, p\.email, p\.locked_at|^select count\(\*\) as "count" from "webhooks" as "w"/,
  'the queues of all households, for the metrics': /^select 'bank_syncs' as name/,
  'news of a login at a bank, which name no household':
    /^update "connections" set "next_sync_at" = \$1, "told_at" = \$2 where "provider"/,
  'tokens of devices that were revoked': /^select d\.public_id from wallet_devices d/,
}

/** True if a statement is one of those. */
export function isAcrossHouseholds(text: string): boolean {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return Object.values(acrossHouseholds).some((pattern) => pattern.test(line))
}
