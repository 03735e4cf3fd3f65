import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import type { Preview } from './import.ts'
import { type NewAccount, openedAccount } from './new-account.tsx'

/** The largest file that the server accepts, in bytes. */
export const BYTES_MAX = 50 * 1024 * 1024

/** A file and the account that it is for: the id of an existing one, or a new one. */
export type Upload = { readonly file: File; readonly into: string | NewAccount }

/** Uploads a file. A new account is created together with its rows, so an abandoned import leaves none behind. */
export async function upload({ file, into }: Upload): Promise<Preview> {
  const account = typeof into === 'string' ? { account_id: into } : openedAccount(into)
  const body = new Uint8Array(await file.arrayBuffer())
  return call('POST /imports', {
    query: { ...account, file_name: file.name.slice(0, 255) || 'file' },
    body,
  })
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
