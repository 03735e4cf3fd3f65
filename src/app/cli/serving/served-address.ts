import { readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import type { Config } from '#/platform/runtime/config.ts'
import { originOf } from './origin.ts'

/** The file in the data folder in which a server says where it listens, for commands with another port in their environment. */
const FILE = 'address'
/** Milliseconds that a server of this machine may take to answer. */
const PATIENCE_MS = 2000

/** Says where this server listens. Returns a function that takes it back. */
export async function sayAddress(
  { dataFolder, host }: Pick<Config, 'dataFolder' | 'host'>,
  port: number,
): Promise<() => Promise<void>> {
  const path = join(dataFolder, FILE)
  // A folder that cannot be written is reported elsewhere; commands then go by their own environment.
  await writeFile(path, `${originOf({ publicUrl: null, host, port })}\n`).catch(() => undefined)
  return () => rm(path, { force: true }).catch(() => undefined)
}

/** An address at which people reach the instance, and if a server answers there now. */
export type ServedAddress = { readonly origin: string; readonly isServed: boolean }

/** Finds the address of the running server: the one that it says, or the one of this environment. */
export async function findServed(config: Config): Promise<ServedAddress> {
  const { publicUrl } = config
  // Behind a proxy the public address may not be reachable from here, so the server itself is asked.
  const own = originOf({ ...config, publicUrl: null })
  for (const origin of new Set([(await readAddress(config)) ?? own, own])) {
    if (await answers(origin)) return { origin: publicUrl ?? origin, isServed: true }
  }
  return { origin: publicUrl ?? own, isServed: false }
}

async function readAddress({ dataFolder }: Pick<Config, 'dataFolder'>): Promise<string | null> {
  const said = await readFile(join(dataFolder, FILE), 'utf8').catch(() => '')
  return said.startsWith('http:') && URL.canParse(said.trim()) ? said.trim() : null
}

/** Asks whether a server of Earmark is ready there. */
function answers(origin: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get(`${origin}/readyz`, { timeout: PATIENCE_MS }, (answer) => {
      answer.resume()
      resolve(answer.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
