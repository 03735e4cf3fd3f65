import { useState } from 'react'
import { downloadFile } from '#web/ui/download.ts'

type File = { readonly blob: Blob; readonly name: string }

/** Gets a file from the server and saves it on the device. */
export function useSave(onDone?: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const save = async (get: () => Promise<File>) => {
    setBusy(true)
    setError(null)
    try {
      const { blob, name } = await get()
      downloadFile(name, blob)
      onDone?.()
    } catch (failure) {
      setError(failure)
    } finally {
      setBusy(false)
    }
  }
  return { busy, error, save }
}
