import type { Application } from '#/core/values/moves.ts'
import { crc32, deflateRawSync } from 'node:zlib'
import { transactions } from '#/budget/transactions/contract.ts'
import { accounts } from '#/budget/accounts/contract.ts'
import { type Choices, movesApp, NO_CHOICES } from '#/sources/moving-in/app-contract.ts'
import type { MoveFile } from '#/sources/moving-in/applications/move-file.ts'
import type { Moved, ReadOptions } from '#/sources/moving-in/applications/moved.ts'
import { readers } from '#/sources/moving-in/applications/readers.ts'
import { unpackFiles } from '#/sources/moving-in/applications/move-file.ts'
import { moveNow, previewMoveNow } from '#/sources/moving-in/move-now.ts'
import { toDay } from '#/core/values/day.ts'
import type { Product } from './product.ts'

/** A file of this content. */
export const fileOf = (
  name: string,
  content: string | Uint8Array,
): MoveFile & { bytes: number } => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return {
    name,
    bytes: bytes.length,
    open: async function* () {
      yield bytes
    },
  }
}

const options: ReadOptions = {
  currency: 'EUR',
  isCurrencyChosen: false,
  dateOrder: null,
  spending: null,
  today: toDay('2026-03-20'),
}

/** Everything that a reader makes of files, in order. */
export async function readAll(
  app: Application,
  files: readonly MoveFile[],
  changes: Partial<ReadOptions> = {},
): Promise<Moved[]> {
  const all: Moved[] = []
  const unpacked = await unpackFiles(files)
  for await (const batch of readers[app](unpacked, { ...options, ...changes })) all.push(...batch)
  return all
}

type Packed = {
  readonly path: string
  readonly content: string | Uint8Array
  readonly lie?: number
}

/** A ZIP archive, made by hand. `lie`: the size that it declares for a file. */
export function zipOf(files: readonly Packed[]): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const { path, content, lie } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const name = Buffer.from(path)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt16LE(name.length, 26)
    const central = Buffer.alloc(46)
    central.writeUInt32LE(0x02014b50, 0)
    central.writeUInt16LE(8, 10)
    central.writeUInt32LE(crc32(bytes), 16)
    central.writeUInt32LE(packed.length, 20)
    central.writeUInt32LE(lie ?? bytes.length, 24)
    central.writeUInt16LE(name.length, 28)
    central.writeUInt32LE(at, 42)
    locals.push(local, name, packed)
    centrals.push(central, name)
    at += local.length + name.length + packed.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, directory, end])
}

/** An empty household that somebody moves into, with its member. */
export async function givenMoves(product: Product) {
  const loaded = await product.household({})
  const memberId = Object.values(loaded.members)[0]!
  const member = await product.member(loaded.household_id, memberId)
  const householdId = loaded.household_id
  const moving = (
    app: Application,
    files: readonly (MoveFile & { bytes: number })[],
    choices = {},
  ) => ({
    householdId,
    app,
    files,
    choices: { ...NO_CHOICES, ...choices } satisfies Choices,
  })
  return {
    ...loaded,
    member,
    moves: member.client(movesApp),
    take: (
      app: Application,
      files: readonly (MoveFile & { bytes: number })[],
      choices: Partial<Choices> = {},
    ) => moveNow(product.runtime, moving(app, files, choices)),
    look: (
      app: Application,
      files: readonly (MoveFile & { bytes: number })[],
      choices: Partial<Choices> = {},
    ) => previewMoveNow(product.runtime, moving(app, files, choices)),
    /** Balances by the names of the accounts. */
    balances: async () => {
      const found = await member.client(accounts).listAccounts()
      return Object.fromEntries(found.map(({ name, balance }) => [name, balance]))
    },
    rows: async () =>
      (await member.client(transactions).listTransactions({ query: { limit: 100 } })).data,
  }
}
