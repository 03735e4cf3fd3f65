import { useRef, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import type { Output } from '#web/calls/operations.ts'

export type Upload = Output<'GET /setup/restore/{id}'>

/** Milliseconds between looks at a restore, and before another try of a piece that did not arrive. */
const LOOK_EVERY = 700
const AGAIN_AFTER = 2000
const TRIES_MAX = 30

/** Uploads a backup piece by piece and has it restored. A connection that is lost for a minute does no harm. */
export function useRestore(token: string) {
  const [file, setFile] = useState<File | null>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [error, setError] = useState<unknown>(null)
  // Only the latest file counts: a person may choose another one while the first is sent.
  const current = useRef<File | null>(null)

  const choose = async (chosen: File) => {
    current.current = chosen
    setFile(chosen)
    setUpload(null)
    setError(null)
    const show = (next: Upload) => {
      if (current.current === chosen) setUpload(next)
      return next
    }
    try {
      let at = show(await call('POST /setup/restore', { body: { token } }))
      while (
        current.current === chosen &&
        at.state === 'receiving' &&
        (at.received < chosen.size || chosen.size === 0)
      ) {
        const piece = chosen.slice(at.received, at.received + at.piece_bytes)
        const body = new Uint8Array(await piece.arrayBuffer())
        const { id, received: position } = at
        at = show(
          await patiently(() =>
            call('PUT /setup/restore/{id}', { params: { id }, query: { position }, body }),
          ),
        )
        if (chosen.size === 0) break
      }
    } catch (failure) {
      if (current.current === chosen) setError(failure)
    }
  }

  const start = async (passphrase: string) => {
    if (upload === null) return
    setError(null)
    const params = { id: upload.id }
    try {
      let at = await call('POST /setup/restore/{id}/start', { params, body: { passphrase } })
      setUpload(at)
      while (at.state === 'checking' || at.state === 'restoring') {
        await wait(LOOK_EVERY)
        // The database is busy with the restore and may let this wait.
        at = await patiently(() => call('GET /setup/restore/{id}', { params }))
        setUpload(at)
      }
    } catch (failure) {
      setError(failure)
    }
  }

  return { file, upload, error, choose, start }
}

/** Tries again while the server cannot be reached, is busy, or asks to wait. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask()
    } catch (failure) {
      if (tries >= TRIES_MAX || !isPassing(failure)) throw failure
      const { retryAfterSeconds } = failure
      await wait(retryAfterSeconds == null ? AGAIN_AFTER : retryAfterSeconds * 1000)
    }
  }
}

function isPassing(failure: unknown): failure is CallFailure {
  return (
    failure instanceof CallFailure &&
    ['unreachable', 'unreadable', 'service_unavailable', 'rate_limit_exceeded'].includes(
      failure.code,
    )
  )
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
