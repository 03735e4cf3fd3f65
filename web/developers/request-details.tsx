import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code, CopyButton } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Stack } from '#web/ui/stack.tsx'
import { curlOf } from './curl.ts'
import { asReadable } from './json.ts'
import styles from './requests.module.css'
import { SendAgain } from './send-again.tsx'

type Details = Output<'GET /requests/{id}'>

/** Shows one request: what was sent, what was answered, and the remaining limits. */
export function RequestDetails({
  id,
  onClose,
}: {
  readonly id: string
  readonly onClose: () => void
}) {
  const words = useText().developers.requests
  const { data, error, refetch } = useQuery(ask('GET /requests/{id}', { params: { id } }))
  return (
    <Dialog title={words.request} shape="panel" open onClose={onClose}>
      {data ? (
        <Inspector request={data} />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton height="320px" />
      )}
    </Dialog>
  )
}

function Inspector({ request }: { readonly request: Details }) {
  const { requests: words, overview } = useText().developers
  const formats = useFormats()
  const [again, setAgain] = useState(false)
  const { method, path, query, body, answer, headers, limits } = request
  const command = curlOf({ method, path, query, key: overview.keyPlaceholder, body })
  return (
    <Stack>
      <h3>
        {method} {path}
      </h3>
      <dl className={styles.facts}>
        <dt>{words.status}</dt>
        <dd>
          {request.status}
          {request.code !== null && ` · ${request.code}`}
        </dd>
        <dt>{words.when}</dt>
        <dd>{formats.moment(request.at)}</dd>
        <dt>{words.took}</dt>
        <dd>{words.milliseconds(request.milliseconds)}</dd>
        <dt>{words.id}</dt>
        <dd>{request.id}</dd>
      </dl>
      <Buttons>
        <CopyButton text={command} name={words.curl} />
        <CopyButton text={request.id} name={words.id} />
        <Button size="small" onClick={() => setAgain(true)}>
          <RotateCw size={15} aria-hidden />
          {words.again}
        </Button>
      </Buttons>
      {again && (
        <SendAgain
          request={{ method, address: query === '' ? path : `${path}?${query}`, body: body ?? '' }}
          onClose={() => setAgain(false)}
        />
      )}
      {query !== '' && (
        <Part title={words.query}>
          <Code label={words.query}>{query}</Code>
        </Part>
      )}
      {method !== 'GET' && <Body title={words.body} text={body} />}
      <Body title={words.answer} text={answer} />
      {limits !== null && (
        <Part title={words.limits}>
          <Code label={words.limits}>{asLines(limits)}</Code>
        </Part>
      )}
      <Part title={words.headers}>
        <Code label={words.headers}>{asLines(headers)}</Code>
      </Part>
    </Stack>
  )
}

function Body({ title, text }: { readonly title: string; readonly text: string | null }) {
  const words = useText().developers.requests
  return (
    <Part title={title}>
      {text === null && <p>{words.notKept}</p>}
      {text === '' && <p>{words.empty}</p>}
      {text !== null && text !== '' && <Code label={title}>{asReadable(text)}</Code>}
    </Part>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function asLines(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}
