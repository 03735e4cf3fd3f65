import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, ExternalLink } from 'lucide-react'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack, Words } from '#web/ui/stack.tsx'
import { apiUrl, curlOf } from './curl.ts'
import { Limits } from './limits.tsx'
import styles from './overview.module.css'

/** Leads to the first API answer in three steps, and lists recent failures. */
export function Overview() {
  const { overview: words, keys } = useText().developers
  return (
    <Stack>
      <Card title={words.start}>
        <ol className={styles.steps}>
          <li>
            <p>{words.makeKey}</p>
            <Link to="/developers/keys" search={{ new: '1' }} className={buttonClass('primary')}>
              {keys.create}
            </Link>
          </li>
          <li>
            <p>{words.call}</p>
            <CodeToCopy label={words.command}>
              {curlOf({ method: 'GET', path: '/v1/me', key: words.keyPlaceholder })}
            </CodeToCopy>
          </li>
          <li>
            <p>
              <Link to="/developers/requests">{words.see}</Link>
            </p>
          </li>
        </ol>
      </Card>
      <Limits />
      <Errors />
      <Card title={words.reference}>
        <Words>{words.referenceWords}</Words>
        <div className={styles.links}>
          <Buttons>
            <a href="/docs" className={buttonClass()}>
              <BookOpen size={17} aria-hidden />
              {words.reference}
            </a>
            <a href={`${apiUrl()}/openapi.json`} className={buttonClass('quiet')}>
              <ExternalLink size={17} aria-hidden />
              {words.openApi}
            </a>
          </Buttons>
        </div>
      </Card>
      <Card title={words.assistants}>
        <Stack>
          <Words>{words.assistantsWords}</Words>
          <CodeToCopy label={words.address}>{`${location.origin}/mcp`}</CodeToCopy>
        </Stack>
      </Card>
    </Stack>
  )
}

function Errors() {
  const { overview: words } = useText().developers
  const formats = useFormats()
  const { data, error, refetch } = useQuery(ask('GET /requests/errors'))
  return (
    <Card title={words.errors} flush>
      <div className={styles.quiet}>
        {error && <Failed error={error} retry={() => void refetch()} />}
        {!data && !error && <Skeleton height="3.5em" />}
        {data?.length === 0 && <Words>{words.noErrors}</Words>}
      </div>
      <Rows>
        {data?.map((one) => (
          <Row
            key={`${one.code} ${one.method} ${one.path}`}
            title={<code>{one.code}</code>}
            badge={<Badge tone={one.status >= 500 ? 'bad' : 'warn'}>{one.status}</Badge>}
            detail={
              <Facts>
                {[`${one.method} ${one.path}`, words.times(one.count), formats.moment(one.last_at)]}
              </Facts>
            }
          />
        ))}
      </Rows>
    </Card>
  )
}
