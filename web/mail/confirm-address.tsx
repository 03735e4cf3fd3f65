import { useEffect, useRef } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { readLinkToken } from '#web/sign-in/arrive.ts'
import { Failed } from '#web/ui/notice.tsx'
import { toast } from '#web/ui/toast.ts'
import { useMailWords } from './words.ts'

/** Confirms the address of a mail whose link has led here. */
export function ConfirmAddress() {
  const words = useMailWords()
  const done = useRef(false)
  const confirm = useSend('POST /notices/ways/mail/confirm', {
    onDone: () => {
      history.replaceState(history.state, '', location.pathname)
      toast(words.confirmed)
    },
  })
  useEffect(() => {
    const token = readLinkToken()
    if (token === null || done.current) return
    done.current = true
    confirm.mutate({ body: { token } })
    // oxlint-disable-next-line react/exhaustive-deps -- a link is followed once
  }, [])
  return confirm.error && <Failed error={confirm.error} />
}
