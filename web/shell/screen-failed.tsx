import type { ErrorComponentProps } from '@tanstack/react-router'
import { failureText } from '#web/text/failure-text.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Page } from '#web/ui/page.tsx'

/** Replaces a screen that failed to load, usually because a newer version replaced its files. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  const text = useText()
  const reason = error instanceof Error ? error.message : ''
  const isMissing = /import|fetch|load/i.test(reason)
  return (
    <Page title={text.shell.broken}>
      <Notice
        tone="bad"
        action={
          <Button size="small" onClick={() => location.reload()}>
            {text.shell.reload}
          </Button>
        }
      >
        {isMissing ? text.shell.loadFailed : failureText(error, text)}
      </Notice>
    </Page>
  )
}
