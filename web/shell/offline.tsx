import { lazy, Suspense, useSyncExternalStore } from 'react'
import { isOldShown } from '#web/calls/noted.ts'
import { countWaiting, isAway, onReach } from '#web/calls/reach.ts'
import { useText } from '#web/text/text.tsx'
import { Notice } from '#web/ui/notice.tsx'

const Away = lazy(() =>
  import('#web/offline/away.tsx').then(
    (file) => ({ default: file.Away }),
    () => ({ default: Plain }),
  ),
)

/** Warns that the data on the screen may be old, and shows how much waits to be sent. */
export function Offline() {
  const isNeeded = useSyncExternalStore(onReach, () => {
    return isAway() || isOldShown() || countWaiting() > 0
  })
  return isNeeded && <Suspense>{<Away />}</Suspense>
}

/** For a device that does not even have the rest of the application. */
function Plain() {
  const text = useText()
  return isAway() ? <Notice tone="warn">{text.shell.away.offline}</Notice> : null
}
