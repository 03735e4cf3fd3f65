import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { after } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { SMTPServer } from 'smtp-server'
import type { MailServer } from '#/platform/settings/smtp-settings.ts'
import { mailCertificate, mailKey } from './mail-certificate.ts'

/** A mail as it arrived: all of it, and for whom the envelope says that it is. */
export type Caught = { readonly to: string; readonly raw: string }

/** How the server misbehaves; each counts down to nothing. */
export type Mischief = {
  /** Answers of the next recipients, such as 450 or 550. */
  recipients?: number[]
  /** Answers after the next texts. */
  texts?: number[]
  /** The next texts are taken, and the connection is cut without an answer. */
  cutAfterText?: number
  /** The next texts are taken and kept, and never answered. */
  silentAfterText?: number
}

type Options = {
  readonly security?: MailServer['security']
  readonly login?: { readonly user: string; readonly password: string }
}

/** Trusts the certificate of the fake in this process, as NODE_EXTRA_CA_CERTS does. */
export function trustMailCertificate(): void {
  setDefaultCACertificates([...getCACertificates('default'), mailCertificate])
}

/** A real SMTP server that keeps what it gets and misbehaves on request, until the test file ends. */
export async function startMailServer(options: Options = {}) {
  const { security = 'none', login } = options
  const caught: Caught[] = []
  const mischief: Mischief = {}
  const seen = { connections: 0 }
  const sockets = new Set<Socket>()
  const server = new SMTPServer({
    key: mailKey,
    cert: mailCertificate,
    secure: security === 'tls',
    disabledCommands: [
      ...(security === 'starttls' ? [] : ['STARTTLS']),
      ...(login ? [] : ['AUTH']),
    ],
    authOptional: login === undefined,
    onConnect: (_session, done) => {
      seen.connections += 1
      done()
    },
    onAuth: ({ username, password }, _session, done) => {
      if (username === login?.user && password === login?.password) done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo: (_address, _session, done) => done(answer(mischief.recipients?.shift())),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const status = mischief.texts?.shift()
        if (status !== undefined) return done(answer(status))
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        caught.push({ to, raw: Buffer.concat(parts).toString() })
        if (mischief.silentAfterText) {
          mischief.silentAfterText -= 1
        } else if (mischief.cutAfterText) {
          mischief.cutAfterText -= 1
          for (const socket of sockets) socket.destroy()
        } else done()
      })
    },
  })
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close(() => {})
  })
  const settings: MailServer = {
    host: 'localhost',
    port: portOf(server.server.address()),
    security,
    user: login?.user ?? null,
    password: login?.password ?? null,
    from: 'Earmark <budget@example.com>',
  }
  return { settings, caught, mischief, seen }
}

/** A server that accepts connections and says nothing, or not what a mail server says. */
export async function startMuteServer(says: string | null): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (says !== null) socket.end(says)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const port = portOf(server.address())
  const from = 'budget@example.com'
  return { host: '127.0.0.1', port, security: 'none', user: null, password: null, from }
}

function portOf(address: string | { readonly port: number } | null): number {
  if (address === null || typeof address === 'string') throw new Error('not listening')
  return address.port
}

function answer(status: number | undefined): (Error & { responseCode: number }) | null {
  if (status === undefined) return null
  const text = status < 500 ? 'Greylisted, try again later' : 'No such user here'
  return Object.assign(new Error(text), { responseCode: status })
}

/** A header of a mail, unfolded; null if it has none. */
export function headerOf({ raw }: Caught, name: string): string | null {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replaceAll(/\r\n[ \t]/g, ' ')
  const line = head.split('\r\n').find((one) => one.toLowerCase().startsWith(`${name}:`))
  return line?.slice(name.length + 1).trim() ?? null
}

/** The text of a mail as people read it: quoted-printable and base64 are undone. */
export function textOf({ raw }: Caught): string {
  const [, boundary] = /boundary="([^"]+)"/.exec(raw) ?? []
  const part = boundary === undefined ? raw : raw.split(`--${boundary}`)[1]!
  const at = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, at), part.slice(at + 4)]
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/quoted-printable/i.test(head)) return body
  const bytes = body
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
  return Buffer.from(bytes, 'latin1').toString()
}
