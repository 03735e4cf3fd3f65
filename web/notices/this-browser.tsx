import { useState } from 'react'
import { browserName } from '#/core/values/browser-name.ts'
import { useSend } from '#web/calls/changes.ts'
import { useLanguage } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons, Words } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { askPermission, readReadiness, subscribe } from './push.ts'
import { useNoticesWords } from './words.ts'

/** Offers notices in this browser, and says what stands in the way. */
export function ThisBrowser() {
  const words = useNoticesWords()
  const { language } = useLanguage()
  const [readiness, setReadiness] = useState(readReadiness)
  const [busy, setBusy] = useState(false)
  const open = useSend('POST /notices/push-key')
  const add = useSend('POST /notices/ways', { onDone: () => toast(words.browserAdded) })
  const begin = async () => {
    if (!(await askPermission())) return setReadiness(readReadiness)
    const { public_key } = await open.mutateAsync({ body: {} })
    const subscription = await subscribe(public_key).catch(() => null)
    if (subscription === null) return toast(words.browserRefused)
    const name = browserName(navigator.userAgent) ?? words.thisBrowser
    await add.mutateAsync({ body: { kind: 'push', name, language, ...subscription } })
  }
  const press = () => {
    setBusy(true)
    // A refusal of the server is shown below.
    void begin()
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  const error = open.error ?? add.error
  if (readiness !== 'ready') return <Words>{words.browserStates[readiness]}</Words>
  return (
    <>
      {error && <Failed error={error} />}
      <Buttons>
        <Button busy={busy} onClick={press}>
          {words.addBrowser}
        </Button>
      </Buttons>
    </>
  )
}
