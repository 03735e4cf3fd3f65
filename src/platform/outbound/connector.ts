import { connect as connectTcp, isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { asOutboundFailure, OutboundFailure } from './failure.ts'
import type { PlainHttp } from './check-url.ts'
import { judgeAddress, type AllowList } from './public-address.ts'
import type { Resolve } from './resolver.ts'

/** Opens a TCP connection to one of `addresses`; node:net in production. */
export type Dial = (to: { addresses: readonly string[]; port: number }) => Socket

export type Guard = {
  allow: AllowList
  resolve: Resolve
  /** `allowed`: plain http only to addresses inside the allow-list. An empty list is enforced by `checkUrl`. */
  plainHttp: PlainHttp
}

/** The most addresses of a host that are tried. All of them are checked. */
const ADDRESSES_MAX = 16

/**
 * Creates a connector for undici's Agent that reaches only permitted addresses. It checks literal addresses (for which Node
 * never calls a lookup function), every address that a name resolves to, and the address that the socket reached, before a
 * byte is sent. A socket stays at its checked address, so a later change of the name has no effect on it.
 */
export function createGuardedConnector(
  guard: Guard,
  build: typeof buildConnector,
  options: { connectTimeoutMs: number; dial?: Dial; ca?: string },
): buildConnector.connector {
  const dial = options.dial ?? dialTcp
  const startTls = build({
    allowH2: false,
    // Explicit, because NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise disable the check.
    rejectUnauthorized: true,
    minVersion: 'TLSv1.2',
    timeout: options.connectTimeoutMs,
    ...(options.ca === undefined ? {} : { ca: options.ca }),
  })
  async function open(target: buildConnector.Options): Promise<Socket> {
    const { hostname: host } = target
    const secure = target.protocol === 'https:'
    const addresses = await reachableAddresses(guard, { host, secure })
    const socket = dial({ addresses, port: Number(target.port) || (secure ? 443 : 80) })
    const mayReach = (address: string) => judgeAddress(address, guard.allow) !== 'refused'
    await connected({ socket, host, timeoutMs: options.connectTimeoutMs }, mayReach)
    if (!secure) return usable(socket, host)
    return new Promise((resolve, reject) => {
      startTls({ ...target, httpSocket: usable(socket, host) }, (error, tls) => {
        // undici omits the second argument, contrary to its types.
        if (tls) return resolve(tls)
        socket.destroy()
        return reject(error)
      })
    })
  }
  return (target, callback) => {
    open(target).then(
      (socket) => callback(null, socket),
      (error: unknown) => callback(wrapped(error, target.hostname), null),
    )
  }
}

function wrapped(error: unknown, host: string): Error {
  try {
    return asOutboundFailure(error, host)
  } catch (unexpected) {
    return unexpected as Error
  }
}

/**
 * Resolves and checks all addresses of a host. One forbidden address refuses the host. Throws OutboundFailure `dns`,
 * `refused_address`, or `bad_url` if plain http leads outside the allow-list.
 */
export async function reachableAddresses(
  guard: Guard,
  target: { host: string; secure: boolean },
): Promise<readonly string[]> {
  const { host } = target
  const found = await addressesOf(guard, host)
  if (found.length === 0) throw new OutboundFailure('dns', `${host} could not be found.`)
  const verdicts = new Set(found.map((address) => judgeAddress(address, guard.allow)))
  if (verdicts.has('refused')) {
    throw new OutboundFailure('refused_address', `${host} does not lead to a public address.`)
  }
  if (!target.secure && guard.plainHttp === 'allowed' && verdicts.has('public')) {
    throw new OutboundFailure('bad_url', `${host} must be addressed with https.`)
  }
  return found.slice(0, ADDRESSES_MAX)
}

async function addressesOf(guard: Guard, host: string): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host]
  const found = await guard.resolve(host).catch((error: unknown) => {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    throw new OutboundFailure('dns', `${host} could not be found.`, code)
  })
  if (host !== 'localhost' && !host.endsWith('.localhost')) return found
  // localhost has two addresses by definition, not by a stranger's choice, so one permitted address is enough.
  const allowed = found.filter((address) => judgeAddress(address, guard.allow) === 'allowed')
  return allowed.length > 0 ? allowed : found
}

/** Refuses a socket that has already ended, because its user would wait for it forever. */
function usable(socket: Socket, host: string): Socket {
  if (!socket.destroyed) return socket
  throw new OutboundFailure('connect', `The connection to ${host} was closed at once.`)
}

function connected(
  to: { socket: Socket; host: string; timeoutMs: number },
  mayReach: (address: string) => boolean,
): Promise<void> {
  const { socket, host } = to
  return new Promise((resolve, reject) => {
    const stop = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    socket.setTimeout(to.timeoutMs, () => {
      stop(new OutboundFailure('timeout', `${host} did not answer in time.`, 'ETIMEDOUT'))
    })
    // This listener stays, because an error without a listener would end the process.
    socket.on('error', stop)
    socket.once('connect', () => {
      // The remote address is missing if the socket was reset in the same moment.
      const { remoteAddress } = socket
      if (remoteAddress === undefined) {
        stop(new OutboundFailure('connect', `The connection to ${host} was closed at once.`))
        return
      }
      if (!mayReach(remoteAddress)) {
        stop(new OutboundFailure('refused_address', `${host} does not lead to a public address.`))
        return
      }
      socket.setTimeout(0)
      socket.removeAllListeners('timeout')
      socket.setNoDelay(true)
      resolve()
    })
  })
}

function dialTcp(to: { addresses: readonly string[]; port: number }): Socket {
  const answers = to.addresses.map((address) => ({ address, family: isIP(address) }))
  const first = answers[0]
  if (first === undefined) throw new RangeError('no address to connect to')
  if (answers.length === 1) return connectTcp({ host: first.address, port: to.port })
  const lookup: LookupFunction = (_host, options, callback) => {
    if (options.all === true) callback(null, answers)
    else callback(null, first.address, first.family)
  }
  // Does not resolve the name again: `lookup` returns the checked addresses.
  return connectTcp({ host: 'judged.invalid', port: to.port, lookup, autoSelectFamily: true })
}
