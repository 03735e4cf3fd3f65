import { useId, useState } from 'react'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Form, Stack } from '#web/ui/stack.tsx'
import { type ApiAnswer, askApi } from './ask-api.ts'
import { asReadable } from './json.ts'
import { StatusBadge } from './requests.tsx'

type Props = {
  readonly method: string
  /** With the version: `/v1/accounts`. */
  readonly path: string
  readonly query: string
  readonly body: string | null
  readonly onClose: () => void
}

/** A request of the log once more, as it was or changed, with a key that is forgotten when this closes. */
export function SendAgain({ method, path, query, body, onClose }: Props) {
  const text = useText()
  const words = text.developers.requests
  const form = useId()
  const [key, setKey] = useState('')
  const [address, setAddress] = useState(query === '' ? path : `${path}?${query}`)
  const [sent, setSent] = useState(body ?? '')
  const [answer, setAnswer] = useState<ApiAnswer | null>(null)
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({
    busy: false,
    error: null,
  })
  const send = async () => {
    setState({ busy: true, error: null })
    try {
      const content = method === 'GET' || sent === '' ? null : sent
      setAnswer(await askApi({ method, address, key, body: content }))
      setState({ busy: false, error: null })
    } catch (error) {
      setState({ busy: false, error })
    }
  }
  return (
    <Dialog
      title={words.again}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.close}</Button>
          <Button look="primary" type="submit" form={form} busy={state.busy}>
            {words.send(method)}
          </Button>
        </>
      }
    >
      <Stack>
        <Form id={form} onSubmit={() => void send()}>
          {method !== 'GET' && <Notice tone="warn">{words.againWrites}</Notice>}
          <TextField
            label={words.key}
            hint={words.keyHint}
            type="password"
            required
            autoComplete="off"
            placeholder="em_live_…"
            value={key}
            onChange={(event) => setKey(event.target.value.trim())}
          />
          <TextField
            label={words.address}
            required
            autoComplete="off"
            spellCheck={false}
            pattern="/v1/.*"
            value={address}
            onChange={(event) => setAddress(event.target.value)}
          />
          {method !== 'GET' && (
            <TextArea
              label={words.body}
              rows={6}
              spellCheck={false}
              value={sent}
              onChange={(event) => setSent(event.target.value)}
            />
          )}
        </Form>
        {state.error !== null && <Notice tone="bad">{failureText(state.error, text)}</Notice>}
        <div role="status">
          {answer && (
            <p>
              <StatusBadge status={answer.status} /> {words.milliseconds(answer.milliseconds)}
              {answer.requestId !== null && ` · ${answer.requestId}`}
            </p>
          )}
        </div>
        {answer && answer.text !== '' && (
          <Code label={words.answer}>{asReadable(answer.text)}</Code>
        )}
      </Stack>
    </Dialog>
  )
}
