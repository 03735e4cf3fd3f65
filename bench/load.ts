// The load generator: a process of its own that speaks just enough HTTP to cost little beside what it measures.
import { connect, type Socket } from 'node:net'
import type { Fired, Volley } from './fire.ts'

const HEAD_END = Buffer.from('\r\n\r\n')

process.on('message', (volley: Volley) => {
  void fire(volley).then((fired) => process.send!(fired))
})

async function fire({ port, connections, requests, everyMs }: Volley): Promise<Fired> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)))
  const latencies: number[] = []
  const statuses: Record<number, number> = {}
  let bytes = 0
  let next = 0
  const cpuBefore = process.cpuUsage()
  const begun = performance.now()
  await Promise.all(
    sockets.map(async (socket) => {
      const exchange = exchanger(socket)
      while (next < requests.length) {
        const request = requests[next]!
        const due = everyMs === undefined ? 0 : begun + next * everyMs
        next += 1
        if (due > performance.now()) await wait(due - performance.now())
        const sent = due || performance.now()
        const answer = await exchange(request)
        latencies.push(performance.now() - sent)
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        bytes += answer.bytes
      }
    }),
  )
  const milliseconds = performance.now() - begun
  const { user, system } = process.cpuUsage(cpuBefore)
  for (const socket of sockets) socket.destroy()
  return { milliseconds, latencies, statuses, bytes, busy: (user + system) / 1000 / milliseconds }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds))
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    socket.once('connect', () => resolve(socket))
    socket.once('error', reject)
  })
}

type Received = { readonly status: number; readonly bytes: number }

/** Sends one request after the other on a connection. Every answer must say its length. */
function exchanger(socket: Socket): (request: string) => Promise<Received> {
  let done: (answer: Received) => void = () => {}
  let fail: (error: Error) => void = () => {}
  let head: Buffer = Buffer.alloc(0)
  let status = 0
  let missing = 0
  let length = 0
  socket.on('error', (error) => fail(error))
  socket.on('close', () => fail(new Error('the server closed a connection')))
  socket.on('data', (chunk: Buffer) => {
    if (status === 0) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      const end = head.indexOf(HEAD_END)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (Number.isNaN(length)) return fail(new Error('an answer without Content-Length'))
      status = Number(text.slice(9, 12))
      missing = length - (head.length - end - HEAD_END.length)
      head = Buffer.alloc(0)
    } else missing -= chunk.length
    if (missing > 0) return
    const answer = { status, bytes: length }
    status = 0
    done(answer)
  })
  return (request) =>
    new Promise((resolve, reject) => {
      done = resolve
      fail = reject
      socket.write(request)
    })
}
