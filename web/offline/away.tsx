import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff, CloudUpload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { answeredAt, isFromBefore, isKept } from '#web/calls/kept.ts'
import { isAway, onReach } from '#web/calls/reach.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './offline.module.css'
import { listWaiting, onWaiting } from './waiting.ts'

/** One line under the header: when the data on the screen was true, and how much waits to be sent. */
export function Away() {
  const text = useText().shell.away
  const formats = useFormats()
  const away = useSyncExternalStore(onReach, isAway)
  const old = useShown((shown) => shown.some(isFromBefore))
  const oldest = useShown((shown, queries) => {
    return Math.min(...shown.map((queryKey) => answeredAt(queries, queryKey)))
  })
  const waiting = useSyncExternalStore(onWaiting, listWaiting)
  const mayBeOld = away || old
  // Other screens may show old data, and other households may have something that waits.
  if (!mayBeOld && waiting.length === 0) return null
  const refused = waiting.filter(({ failure }) => failure !== null).length
  const Picture = mayBeOld ? CloudOff : CloudUpload
  const reason = !away ? text.slow : navigator.onLine ? text.noServer : text.offline
  return (
    <div className={classes(styles.away, refused > 0 && styles.refused)} role="status">
      <Picture size={16} aria-hidden />
      <p>
        {mayBeOld && (
          <>
            <strong>{reason}</strong> {Number.isFinite(oldest) && text.asOf(formats.clock(oldest))}
          </>
        )}{' '}
        {waiting.length > 0 && (
          <Link to="/transactions" search={{}}>
            {refused > 0 ? text.refused(refused) : text.waiting(waiting.length)}
          </Link>
        )}
      </p>
    </div>
  )
}

/** Reads something from the kept answers that the screen shows; the session shows no numbers. */
function useShown<T>(read: (shown: readonly QueryKey[], queries: QueryClient) => T): T {
  const queries = useQueryClient()
  return useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => {
      const shown = queries
        .getQueryCache()
        .findAll({ type: 'active' })
        .filter(({ queryKey, state }) => {
          return isKept(queryKey) && queryKey[0] !== 'GET /session' && state.data !== undefined
        })
      return read(
        shown.map(({ queryKey }) => queryKey),
        queries,
      )
    },
  )
}
