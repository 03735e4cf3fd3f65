import type { Host, Runtime } from '#/platform/runtime/runtime.ts'

/** Names the holder of a new lease: `host/pid/id`. The id tells leases of one process apart. */
export function newLeaseOwner({ host, newId }: Pick<Runtime, 'host' | 'newId'>): string {
  return `${host.name}/${host.pid}/${newId()}`
}

/**
 * Returns true if the process that holds a lease has ended. Call it before this process takes a lease: an owner with our own process
 * id is then an earlier process. False for owners on other hosts, whose processes cannot be seen from here.
 */
export function isOwnerDead(owner: string, { name, pid, isAlive }: Host): boolean {
  const [host, holder] = owner.split('/')
  return host === name && (Number(holder) === pid || !isAlive(Number(holder)))
}
