import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import { useCountdown } from '#web/ui/use-countdown.ts'
import styles from './limits.module.css'

/** How often the remaining requests are refetched, in milliseconds. */
const REFETCH_MS = 3000
/** How many keys have their own meter: those with the fewest requests left. */
const SHOWN = 4

/** Shows the remaining requests of programs live: per minute for each key, per hour for all keys. */
export function Limits() {
  const { overview: words } = useText().developers
  const { data, error, refetch } = useQuery({
    ...ask('GET /rate-limits'),
    refetchInterval: REFETCH_MS,
    staleTime: 0,
  })
  const minute = useCountdown(data?.minute.seconds_left ?? 0, data)
  const hour = useCountdown(data?.hour.seconds_left ?? 0, data)
  return (
    <Card title={words.limits}>
      <Stack>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height="5em" />}
        {data && (
          <div className={styles.meters}>
            <Meter
              name={words.hour}
              left={data.hour.remaining}
              limit={data.hour.limit}
              seconds={hour}
            />
            {data.minute.keys.slice(0, SHOWN).map(({ id, name, remaining }) => (
              <Meter
                key={id}
                name={words.minute(name)}
                left={remaining}
                limit={data.minute.limit}
                seconds={minute}
              />
            ))}
          </div>
        )}
        <Words>
          {words.limitsWords}{' '}
          {data && data.minute.keys.length > SHOWN && (
            <Link to="/developers/keys">{words.moreKeys(data.minute.keys.length - SHOWN)}</Link>
          )}
        </Words>
      </Stack>
    </Card>
  )
}

type MeterProps = {
  readonly name: string
  readonly left: number
  readonly limit: number
  readonly seconds: number
}

function Meter({ name, left, limit, seconds }: MeterProps) {
  const { overview: words } = useText().developers
  const share = left / limit
  const state = left === 0 ? styles.empty : share < 0.2 ? styles.low : undefined
  return (
    <div className={styles.meter}>
      <span className={styles.name}>{name}</span>
      <span
        className={styles.bar}
        role="meter"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={limit}
        aria-valuenow={left}
        aria-valuetext={words.left(left, limit)}
      >
        <span className={state} style={{ width: `${share * 100}%` }} />
      </span>
      <span className={styles.left}>{words.left(left, limit)}</span>
      <span className={styles.reset}>{words.resets(Math.floor(seconds / 60), seconds % 60)}</span>
    </div>
  )
}
