import { useId, useState } from 'react'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Code } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextArea, TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Form, Stack } from '#web/ui/stack.tsx'
import { type ApiAnswer, type ApiRequest, askApi } from './ask-api.ts'
import { asReadable } from './json.ts'
import { StatusBadge } from './status-badge.tsx'

type Props = { readonly request: Omit<ApiRequest, 'key'>; readonly onClose: () => void }

/** Sends a logged request again, changed or not, with a key that is forgotten on closing. */
export function SendAgain({ request, onClose }: Props) {
  const text = useText()
  const words = text.developers.requests
  const form = useId()
  const [draft, setDraft] = useState<ApiRequest>({ ...request, key: '' })
  const { busy, error, answer, send } = useApi()
  return (
    <Dialog
      title={words.again}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{text.ui.close}</Button>
          <Button look="primary" type="submit" form={form} busy={busy}>
            {words.send(request.method)}
          </Button>
        </>
      }
    >
      <Stack>
        <Form id={form} onSubmit={() => void send(draft)}>
          <Fields draft={draft} onChange={setDraft} />
        </Form>
        {error !== null && <Failed error={error} />}
        <div role="status">{answer && <Outcome answer={answer} />}</div>
        {answer && answer.text !== '' && (
          <Code label={words.answer}>{asReadable(answer.text)}</Code>
        )}
      </Stack>
    </Dialog>
  )
}

type State = { readonly busy: boolean; readonly error: unknown; readonly answer: ApiAnswer | null }

function useApi() {
  const [state, setState] = useState<State>({ busy: false, error: null, answer: null })
  const send = async (request: ApiRequest) => {
    setState((before) => ({ ...before, busy: true, error: null }))
    const outcome = await askApi(request).then(
      (answer) => ({ error: null, answer }),
      (error: unknown) => ({ error, answer: null }),
    )
    setState({ busy: false, ...outcome })
  }
  return { ...state, send }
}

function Fields({
  draft,
  onChange,
}: {
  readonly draft: ApiRequest
  readonly onChange: (draft: ApiRequest) => void
}) {
  const words = useText().developers.requests
  const acts = draft.method !== 'GET'
  return (
    <>
      {acts && <Notice tone="warn">{words.againWrites}</Notice>}
      <TextField
        label={words.key}
        hint={words.keyHint}
        type="password"
        required
        autoComplete="off"
        placeholder="em_live_…"
        value={draft.key}
        onChange={({ target }) => onChange({ ...draft, key: target.value.trim() })}
      />
      <TextField
        label={words.address}
        required
        autoComplete="off"
        spellCheck={false}
        value={draft.address}
        onChange={({ target }) => onChange({ ...draft, address: target.value })}
      />
      {acts && (
        <TextArea
          label={words.body}
          rows={6}
          spellCheck={false}
          value={draft.body}
          onChange={({ target }) => onChange({ ...draft, body: target.value })}
        />
      )}
    </>
  )
}

function Outcome({ answer }: { readonly answer: ApiAnswer }) {
  const words = useText().developers.requests
  return (
    <p>
      <StatusBadge status={answer.status} /> {words.milliseconds(answer.milliseconds)}
      {answer.requestId !== null && ` · ${answer.requestId}`}
    </p>
  )
}
