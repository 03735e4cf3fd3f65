import { Download } from 'lucide-react'
import { useState } from 'react'
import type { ErrorObject } from '#/platform/contract/client.ts'
import type { WireAnswer } from '#/platform/contract/endpoint.ts'
import type { keys } from '#/access/keys/contract.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { downloadText } from '#web/ui/download.ts'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import { askApi } from './ask-api.ts'
import { apiUrl, curlOf } from './curl.ts'

/** Shows a key once, with instructions. Only its button closes it. */
export function KeyShown({
  value,
  onClose,
}: {
  readonly value: string
  readonly onClose: () => void
}) {
  const { keys: words, overview } = useText().developers
  const env = `EARMARK_API_URL=${apiUrl()}\nEARMARK_API_KEY=${value}\n`
  return (
    <ShownOnce
      title={words.shown}
      words={words.shownWords}
      done={words.done}
      value={value}
      onClose={onClose}
    >
      <Buttons>
        <Button size="small" onClick={() => downloadText('earmark.env', env)}>
          <Download size={15} aria-hidden />
          {words.download}
        </Button>
        <TestKey value={value} />
      </Buttons>
      <CodeToCopy label={overview.command}>
        {curlOf({ method: 'GET', path: '/v1/me', key: value })}
      </CodeToCopy>
    </ShownOnce>
  )
}

/** Calls the public API as a program would: with the key and without the cookie. */
function TestKey({ value }: { readonly value: string }) {
  const text = useText()
  const { keys: words } = text.developers
  const [said, setSaid] = useState('')
  const test = async () => {
    setSaid(words.testing)
    setSaid(
      await tryKey(value).then(
        (limit) => words.works(limit.minute_remaining, limit.minute_limit),
        (error: unknown) => failureText(error, text),
      ),
    )
  }
  return (
    <>
      <Button size="small" onClick={() => void test()}>
        {words.test}
      </Button>
      <span role="status">{said}</span>
    </>
  )
}

type Described = WireAnswer<typeof keys.describeKey>

/** Returns the rate limit of the key. Rejects with a `CallFailure`. */
async function tryKey(value: string): Promise<Described['rate_limit']> {
  const { status, text } = await askApi({
    method: 'GET',
    address: '/v1/me',
    key: value,
    body: '',
  })
  const answer = JSON.parse(text) as Described | { readonly error: ErrorObject }
  if (!('error' in answer)) return answer.rate_limit
  const { code, message, retry_after } = answer.error
  throw new CallFailure(code, { status, message, retryAfterSeconds: retry_after })
}
