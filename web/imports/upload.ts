import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Preview } from './import.ts'
import { type NewAccount, openedAccount } from './new-account.tsx'

/** The largest file that the server accepts, in bytes. */
export const BYTES_MAX = 50 * 1024 * 1024

/** A file and the account that it is for: the id of an existing one, or a new one. */
export type Upload = { readonly file: File; readonly into: string | NewAccount }

/**
 * Uploads a file. A new account is created together with its rows, so an abandoned import leaves none behind. It has the
 * currency that the file says: people should not have to look that up.
 */
export async function upload({ file, into }: Upload): Promise<Preview> {
  const body = new Uint8Array(await file.arrayBuffer())
  const file_name = file.name.slice(0, 255) || 'file'
  if (typeof into === 'string') {
    return call('POST /imports', { query: { account_id: into, file_name }, body })
  }
  const send = (account: NewAccount) =>
    call('POST /imports', { query: { ...openedAccount(account), file_name }, body })
  try {
    return await send(into)
  } catch (error) {
    const currency = currencyOfFile(error)
    if (currency === null) throw error
    return send({ ...into, currency })
  }
}

/** Finds the currency of a file that was refused only because its account has another one; null otherwise. */
function currencyOfFile(error: unknown): string | null {
  const detail = error instanceof CallFailure ? error.detail : null
  if (detail?.name !== 'file_unreadable' || detail.reason.name !== 'other_currency') return null
  const { stated } = detail.reason
  return /^[A-Z]{3}$/.test(stated) ? stated : null
}

/** Uploads one file for a form. */
export function useUpload(onPreview: (preview: Preview) => void) {
  const queries = useQueryClient()
  return useMutation({
    // Frees the file at once, because it may have 50 MB.
    gcTime: 0,
    mutationFn: upload,
    onSuccess: (preview) => {
      void refresh(queries)
      onPreview(preview)
    },
  })
}
