import { once } from 'node:events'
import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { after } from '#/platform/outbound/after.ts'
import type { MailServer } from '#/platform/settings/smtp-settings.ts'
import type { Composed } from './compose.ts'
import { failureOf } from './read-error.ts'

/** Milliseconds that a server may take. */
export type Patience = {
  readonly connect: number
  readonly greeting: number
  /** Without a byte from it. */
  readonly silence: number
  /** For everything together. Shorter than the leases of mails. */
  readonly whole: number
}

export const PATIENCE: Patience = {
  connect: 10_000,
  greeting: 20_000,
  silence: 30_000,
  whole: 45_000,
}

/** Milliseconds that a server may take to close the connection. */
const GOODBYE = 2000
/** The largest answer that is read, in bytes. */
const ANSWER_MAX = 64 * 1024

/** A server that has let us in. */
export type Conversation = {
  /** The version of TLS; null: the connection is open. */
  readonly tls: string | null
  /** Sends a mail. `beforeHandOver` runs when the server waits for the text; if it throws, the text is not sent. */
  readonly send: (composed: Composed, beforeHandOver: () => Promise<void>) => Promise<void>
  readonly end: () => void
}

/** Connects to a server, protects the connection and logs in. Every fault is a MailFailure. */
export async function converse(
  { host, port, security, user, password }: MailServer,
  patience: Patience = PATIENCE,
): Promise<Conversation> {
  const connection = new SMTPConnection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    dnsTimeout: patience.connect,
    connectionTimeout: patience.connect + patience.greeting,
    greetingTimeout: patience.greeting,
    socketTimeout: patience.silence,
    socketCloseTimeout: 0,
    maxResponseSize: ANSWER_MAX,
    // The rules for names of certificates are those of Node; NODE_EXTRA_CA_CERTS adds authorities.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    name: 'earmark.local',
  })
  const failed = once(connection, 'error').then(([error]) => {
    throw error
  })
  failed.catch(() => {})
  const late = lateAfter(patience.whole, () => connection.close())
  const orFailing = <T>(step: Promise<T>): Promise<T> => Promise.race([step, failed, late.passed])
  const end = () => {
    late.cancel()
    connection.on('error', () => {})
    connection.close()
  }
  try {
    await orFailing(
      new Promise<void>((resolve, reject) => {
        connection.connect((error) => (error ? reject(error) : resolve()))
      }),
    )
  } catch (error) {
    end()
    throw failureOf(error, 'connect')
  }
  if (user !== null && password !== null) {
    try {
      await orFailing(
        new Promise<void>((resolve, reject) => {
          const auth = { user, pass: password, credentials: { user, pass: password } }
          connection.login(auth, (error) => (error ? reject(error) : resolve()))
        }),
      )
    } catch (error) {
      end()
      throw failureOf(error, 'login')
    }
  }
  const socket = connection._socket
  return {
    tls: socket instanceof TLSSocket ? socket.getProtocol() : null,
    end,
    send: async (composed, beforeHandOver) => {
      await handOver(connection, composed, { beforeHandOver, orFailing, end })
      late.cancel()
      connection.on('error', () => {})
      connection.quit()
      // A server that has the mail need not say goodbye.
      connection.once('end', after(GOODBYE, end))
    },
  }
}

type Holding = {
  readonly beforeHandOver: () => Promise<void>
  readonly orFailing: (step: Promise<void>) => Promise<void>
  readonly end: () => void
}

async function handOver(
  connection: SMTPConnection,
  { envelope: { from, to }, message }: Composed,
  { beforeHandOver, orFailing, end }: Holding,
): Promise<void> {
  const course = { handedOver: false }
  const text = Readable.from(
    (async function* () {
      await beforeHandOver()
      course.handedOver = true
      yield message
    })(),
  )
  try {
    await orFailing(
      new Promise<void>((resolve, reject) => {
        connection.send({ from, to: [to] }, text, (error) => (error ? reject(error) : resolve()))
      }),
    )
  } catch (error) {
    text.destroy()
    end()
    throw failureOf(error, course.handedOver ? 'message' : 'recipient', course.handedOver)
  }
}

function lateAfter(milliseconds: number, act: () => void) {
  const { promise: passed, reject } = Promise.withResolvers<never>()
  passed.catch(() => {})
  const cancel = after(milliseconds, () => {
    reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' }))
    act()
  })
  return { passed, cancel }
}
