import { useQuery } from '@tanstack/react-query'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Facts } from '#web/ui/rows.tsx'
import styles from './accounts.module.css'

/** Shows how many requests each provider still allows. */
export function Quotas() {
  const { sync: words, connections } = useText().accounts
  const formats = useFormats()
  const { data } = useQuery(ask('GET /sync/status'))
  const limited = data?.providers.filter(({ quota, status }) => {
    return quota !== null && status !== 'not_connected'
  })
  if (!limited || limited.length === 0) return null
  return (
    <div className={`${styles.padded} ${styles.quota}`}>
      {limited.map(({ provider, quota, next_allowed_at }) => (
        <p key={provider}>
          {words.quotaOf(connections.providers[provider])}{' '}
          <Facts>
            {[
              quota && words.quota(quota.limit - quota.remaining, quota.limit),
              quota?.remaining === 0 &&
                quota.resets_at !== null &&
                words.resets(formats.moment(quota.resets_at)),
              next_allowed_at && words.allowed(formats.moment(next_allowed_at)),
            ]}
          </Facts>
        </p>
      ))}
    </div>
  )
}
