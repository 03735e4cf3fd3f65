import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { CallFailure } from '#web/calls/failure.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { readLinkToken, useArrive } from './arrive.ts'
import { Entrance } from './entrance.tsx'

/** Opens the demo household by the link that `earmark demo` printed, without a question. */
export function DemoScreen() {
  const text = useText().signIn
  const [token] = useState(() => readLinkToken() ?? '')
  const arrive = useArrive()
  const open = useMutation({
    mutationFn: () => call('POST /demo/open', { body: { token } }),
    onSuccess: arrive,
  })
  const begin = useEffectEvent(() => {
    if (open.isIdle) open.mutate()
  })
  useEffect(() => begin(), [])
  if (!open.error) {
    return (
      <Entrance title={text.openDemo}>
        <p role="status">{text.openingDemo}</p>
      </Entrance>
    )
  }
  const isOver = open.error instanceof CallFailure && open.error.code !== 'unreachable'
  return (
    <Entrance title={text.openDemo}>
      {isOver ? (
        <>
          <p role="alert">{text.demoOver}</p>
          <CodeToCopy label={text.setUpFirstCommand}>earmark demo</CodeToCopy>
          {/* The link may have been used in this browser, which is signed in then. */}
          <Link to="/" className={buttonClass()}>
            {text.goHome}
          </Link>
        </>
      ) : (
        <Failed error={open.error} retry={() => open.mutate()} />
      )}
    </Entrance>
  )
}
