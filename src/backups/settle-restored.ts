import type { SingleConnection } from '#/platform/database/single-connection.ts'

/**
 * Ends what must not survive the way through a backup. Sessions, links and challenges: some have ended since, and would work
 * again. Leases: the processes that held them work on another database. Their work begins again, as after a crash.
 */
export async function settleRestored(one: SingleConnection): Promise<void> {
  await one.run(`
    update notice_ways set session_id = null where session_id is not null;
    delete from sessions;
    delete from one_time_links;
    delete from mails where state in ('asked', 'queued');
    delete from passkey_challenges;
    delete from oidc_logins;
    delete from sign_in_attempts;
    delete from backup_runs where status in ('queued', 'running');
    update connections set lease_owner = null, lease_until = null where lease_owner is not null;
    update webhook_lanes set lease_owner = null, lease_until = null where lease_owner is not null;
    update imports set status = 'queued', lease_owner = null, lease_until = null where status = 'running';
    update moves set status = 'queued', lease_owner = null, lease_until = null where status = 'running'`)
}
