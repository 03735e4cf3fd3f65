import { useSyncExternalStore } from 'react'
import { useText } from '#web/text/text.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Warns while there is no network that the data may be old. */
export function Offline() {
  const text = useText()
  const online = useSyncExternalStore(follow, () => navigator.onLine)
  if (online) return null
  return <Notice tone="warn">{text.shell.offline}</Notice>
}

function follow(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
