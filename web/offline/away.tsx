import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CloudOff, CloudUpload } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { answeredAt, isKept } from '#web/calls/kept.ts'
import { isAway, onReach } from '#web/calls/reach.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { classes } from '#web/ui/classes.ts'
import styles from './offline.module.css'
import { listWaiting, onWaiting } from './waiting.ts'

/** One line under the header: when the data on the screen was true, and how much waits to be sent. */
export function Away() {
  const text = useText().shell.away
  const away = useSyncExternalStore(onReach, isAway)
  const waiting = useSyncExternalStore(onWaiting, listWaiting)
  const refused = waiting.filter(({ failure }) => failure !== null).length
  const Picture = away ? CloudOff : CloudUpload
  return (
    <div className={classes(styles.away, refused > 0 && styles.refused)} role="status">
      <Picture size={16} aria-hidden />
      <p>
        {away && (
          <>
            <strong>{navigator.onLine ? text.noServer : text.offline}</strong> <TrueAt />
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

/** Says when the oldest data on the screen was true. */
function TrueAt() {
  const text = useText().shell.away
  const formats = useFormats()
  const queries = useQueryClient()
  const oldest = useSyncExternalStore(
    (listener) => queries.getQueryCache().subscribe(listener),
    () => {
      const shown = queries
        .getQueryCache()
        .findAll({ type: 'active' })
        .filter(({ queryKey, state }) => {
          return isKept(queryKey) && queryKey[0] !== 'GET /session' && state.data !== undefined
        })
      return Math.min(...shown.map(({ queryKey }) => answeredAt(queries, queryKey)))
    },
  )
  if (!Number.isFinite(oldest)) return null
  return text.asOf(formats.clock(oldest))
}
