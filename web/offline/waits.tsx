import { lazy, Suspense, useSyncExternalStore } from 'react'
import { countWaiting, onReach } from '#web/calls/reach.ts'

const WaitingList = lazy(() =>
  import('./waiting-list.tsx').then((file) => ({ default: file.WaitingList })),
)

/** Shows the transactions that wait to be sent above the list, if there are any. */
export function Waits() {
  const count = useSyncExternalStore(onReach, countWaiting)
  return (
    count > 0 && (
      <Suspense>
        <WaitingList />
      </Suspense>
    )
  )
}
