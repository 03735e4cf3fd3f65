import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Input } from './operations.ts'

/** Reads and writes the device's database (`web/offline/device.ts`). It is loaded after the first screen. */
export type Device = {
  readonly start: (queries: QueryClient) => void
  readonly readAnswer: (
    queryKey: QueryKey,
  ) => Promise<{ readonly data: unknown; readonly at: number } | null>
  readonly eraseAnswers: () => Promise<void>
  readonly forgetAnswers: () => Promise<void>
  readonly keepWaiting: (one: {
    readonly key: string
    readonly person: string
    readonly body: Input<'POST /transactions'>['body']
  }) => Promise<boolean>
  readonly dropAllWaiting: () => Promise<void>
}

let load: () => Promise<Device | null> = () => Promise.resolve(null)

/** Sets how it is loaded. */
export function setDeviceLoader(loader: () => Promise<Device>): void {
  load = loader
}

/** Loads it; null if that fails, as on a device that does not even have the rest of the application. */
export function loadDevice(): Promise<Device | null> {
  return load().catch(() => null)
}
