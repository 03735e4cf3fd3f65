import type { Bare } from './bare.ts'
import { cpuTime } from './cpu.ts'
import type { Fired, Generator, Volley } from './fire.ts'
import { median } from './table.ts'

/** The result of one server for one volley. */
export type Turn = Pick<Fired, 'bytes' | 'busy'> & {
  /** Requests a second. */
  readonly rate: number
  /** Milliseconds of processor time a request, of the server and PostgreSQL together. */
  readonly cpu: number
}

type Shot = Omit<Volley, 'port'> & {
  readonly instance: { readonly folder: string }
  readonly server: Omit<Bare, 'stop'>
}

export async function turn(
  generator: Generator,
  { instance, server, ...volley }: Shot,
): Promise<Turn> {
  const before = cpuTime(server.pid, instance.folder)
  const { milliseconds, bytes, busy } = await generator.fire({ ...volley, port: server.port })
  const count = volley.requests.length
  return {
    bytes,
    busy,
    rate: (count / milliseconds) * 1000,
    cpu: (cpuTime(server.pid, instance.folder) - before) / count,
  }
}

/** The medians behind a ratio. */
export function describe(rounds: readonly { readonly own: Turn; readonly bare: Turn }[]): string {
  const of = (pick: (turn: Turn) => number) => ({
    own: median(rounds.map(({ own }) => pick(own))),
    bare: median(rounds.map(({ bare }) => pick(bare))),
  })
  const rate = of((one) => one.rate)
  const cpu = of((one) => one.cpu)
  const busy = of((one) => one.busy)
  return [
    `${rate.own.toFixed(0)} : ${rate.bare.toFixed(0)} a second`,
    `${cpu.own.toFixed(2)} : ${cpu.bare.toFixed(2)} ms of processor time each (${(cpu.bare / cpu.own).toFixed(2)})`,
    `generator ${(busy.bare * 100).toFixed(0)} % of a core`,
  ].join('; ')
}
