import { useSend } from '#web/calls/changes.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { Import } from './import.ts'
import styles from './imports.module.css'

/** Shows the progress of an import, which continues even if nobody watches. */
export function Progress({ statement }: { readonly statement: Import }) {
  const words = useText().imports.progress
  const { id, file_name, status, processed, total } = statement
  const cancel = useSend('POST /imports/{id}/cancel')
  const known = status === 'running' && total > 0
  // Announces each quarter only, not every row.
  const quarter = Math.floor((processed / Math.max(total, 1)) * 4)
  return (
    <Card title={file_name}>
      <div className={styles.progress}>
        {cancel.error && <Failed error={cancel.error} />}
        <progress
          aria-label={words.title}
          className={styles.bar}
          {...(known && { value: processed, max: total })}
        />
        <p>{known ? words.of(processed, total) : words.queued}</p>
        <p className="unseen" role="status">
          {known ? words.of(Math.floor((total * quarter) / 4), total) : words.queued}
        </p>
        <p className={styles.soft}>{words.words}</p>
        <Buttons>
          <Button busy={cancel.isPending} onClick={() => cancel.mutate({ params: { id } })}>
            {words.cancel}
          </Button>
        </Buttons>
      </div>
    </Card>
  )
}
