import type { QueryKey } from '@tanstack/react-query'
import type { FailureCode } from '#web/calls/failure.ts'
import type { Detail } from '#/platform/contract/detail.ts'
import type { Input } from '#web/calls/operations.ts'

/** The person whose data the device keeps. */
export type Owner = { readonly person: string; readonly household: string | null }

export type Answer = {
  readonly queryKey: QueryKey
  readonly household: string | null
  readonly data: unknown
  /** When it was true (ms since 1970). */
  readonly at: number
}

/** The reason of a refusal, as far as it can be stored. */
export type StoredFailure = {
  readonly code: FailureCode
  readonly message: string
  readonly param: string | null
  readonly detail: Detail | null
}

/** A transaction that waits to be sent. */
export type Waiting = {
  /** The Idempotency-Key, made when the transaction was recorded: it counts once however often it is sent. */
  readonly key: string
  readonly person: string
  readonly household: string
  readonly body: Input<'POST /transactions'>['body']
  readonly recordedAt: number
  /** Null: it waits; otherwise the server refused it. */
  readonly failure: StoredFailure | null
}

type Stores = { owner: Owner; answers: Answer; waiting: Waiting }
type StoreName = keyof Stores

const NAME = 'earmark'
const OWNER = 'owner'

let opened: Promise<IDBDatabase> | null = null

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      for (const name of ['owner', 'answers', 'waiting'] satisfies StoreName[]) {
        request.result.createObjectStore(name)
      }
    }
    request.onsuccess = () => {
      // A newer version of the application in another tab may change the stores.
      request.result.onversionchange = () => {
        request.result.close()
        opened = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('IndexedDB is not available'))
  })
  opened.catch(() => {
    opened = null
  })
  return opened
}

/** One transaction on all stores. */
export class Transaction {
  readonly #tx: IDBTransaction
  constructor(tx: IDBTransaction) {
    this.#tx = tx
  }

  get<N extends StoreName>(store: N, key: string): Promise<Stores[N] | undefined> {
    return result<Stores[N] | undefined>(this.#tx.objectStore(store).get(key))
  }

  all<N extends StoreName>(store: N): Promise<Stores[N][]> {
    return result<Stores[N][]>(this.#tx.objectStore(store).getAll())
  }

  async put<N extends StoreName>(store: N, key: string, value: Stores[N]): Promise<void> {
    await result(this.#tx.objectStore(store).put(value, key))
  }

  async remove(store: StoreName, key: string): Promise<void> {
    await result(this.#tx.objectStore(store).delete(key))
  }

  async clear(store: StoreName): Promise<void> {
    await result(this.#tx.objectStore(store).clear())
  }

  owner(): Promise<Owner | undefined> {
    return this.get('owner', OWNER)
  }

  setOwner(owner: Owner): Promise<void> {
    return this.put('owner', OWNER, owner)
  }
}

/** Runs an action in one transaction: readers and writers of other tabs see all of it or nothing. */
export async function inTransaction<T>(
  mode: IDBTransactionMode,
  act: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const database = await open()
  const tx = database.transaction(['owner', 'answers', 'waiting'], mode)
  const done = new Promise<void>((resolve, reject) => {
    tx.oncomplete = () => resolve()
    tx.onabort = () => reject(tx.error ?? new Error('aborted'))
  })
  const [value] = await Promise.all([act(new Transaction(tx)), done])
  return value
}

function result<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The device did not answer'))
  })
}
