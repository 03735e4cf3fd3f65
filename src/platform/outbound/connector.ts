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
  /** `allowed`: plain http only to addresses inside the allow-list. Where there is none at all, the URL tells. */
  plainHttp: PlainHttp
}

/** All addresses of a host are judged, and no more than this many tried. */
const ADDRESSES_MAX = 16

/**
 * A connector for undici's Agent that reaches only addresses we may reach: it judges literal addresses (for which Node
 * never asks a lookup function), every address a name resolves to, and the address the socket ended up at, before a
 * byte is written. Sockets stay bound to what was judged, so a name that changes its mind later moves nothing.
 */
export function createGuardedConnector(
  guard: Guard,
  build: typeof buildConnector,
  options: { connectTimeoutMs: number; dial?: Dial; ca?: string },
): buildConnector.connector {
  const dial = options.dial ?? dialTcp
  const startTls = build({
    allowH2: false,
    // Explicit, since NODE_TLS_REJECT_UNAUTHORIZED=0 would otherwise switch checking off.
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
        // undici leaves the second argument out, whatever its types say.
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
 * The addresses of a host, all of them judged: one that may not be reached refuses the host. Throws OutboundFailure
 * `dns`, `refused_address`, or `bad_url` where plain http leads outside the allow-list.
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
  // localhost has two addresses by definition, not by a stranger's choice: what the operator allows of them counts.
  const allowed = found.filter((address) => judgeAddress(address, guard.allow) === 'allowed')
  return allowed.length > 0 ? allowed : found
}

/** Who takes over a socket that has ended meanwhile would wait for it for ever. */
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
    // Stays: until somebody else listens, an error that nobody hears would end the process.
    socket.on('error', stop)
    socket.once('connect', () => {
      // Nobody is there any more when it was reset in the same moment.
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
  // The name is never asked for again: `lookup` answers with what was judged.
  return connectTcp({ host: 'judged.invalid', port: to.port, lookup, autoSelectFamily: true })
}
