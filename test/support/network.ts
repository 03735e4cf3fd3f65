import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The way to a port of this machine, through a proxy that can stop forwarding. */
export type Network = {
  readonly port: number
  /** Stops forwarding: connections stay open, new ones are accepted, and nothing arrives. */
  readonly pause: () => void
  /** Forwards again; what was sent meanwhile arrives now. */
  readonly resume: () => void
  /** Ends all connections and forwards new ones, as after an exchange of the machine. */
  readonly reset: () => void
  readonly close: () => void
}

export async function openNetwork(target: number): Promise<Network> {
  let paused = false
  const sockets = new Set<Socket>()
  const waiting = new Set<() => void>()
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).once('close', () => sockets.delete(socket))
    if (paused) socket.pause()
  }
  const server = createServer((near) => {
    keep(near)
    near.pause()
    const forward = () => {
      if (near.destroyed) return
      const far = connect(target, '127.0.0.1').setNoDelay()
      keep(far)
      near.setNoDelay()
      far.on('data', (data) => void near.write(data))
      near.on('data', (data) => void far.write(data))
      far.once('close', () => near.destroy())
      near.once('close', () => far.destroy())
      if (paused) for (const socket of [near, far]) socket.pause()
      else near.resume()
    }
    if (paused) waiting.add(forward)
    else forward()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const resume = () => {
    paused = false
    for (const socket of sockets) socket.resume()
    for (const forward of waiting) forward()
    waiting.clear()
  }
  const cut = () => {
    for (const socket of sockets) socket.destroy()
    waiting.clear()
  }
  return {
    port: (server.address() as AddressInfo).port,
    pause: () => {
      paused = true
      for (const socket of sockets) socket.pause()
    },
    resume,
    reset: () => {
      cut()
      resume()
    },
    close: () => {
      cut()
      server.close()
    },
  }
}
