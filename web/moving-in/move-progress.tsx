import { useSend } from '#web/calls/changes.ts'
import styles from '#web/imports/imports.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed } from '#web/ui/notice.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { Move } from './move.ts'
import { useMoveWords } from './words.ts'

/** Shows that a move is under way, which continues even if nobody watches. */
export function MoveProgress({ move }: { readonly move: Move }) {
  const text = useMoveWords()
  const words = text.progress
  const cancel = useSend('POST /moves/{id}/cancel')
  return (
    <Card title={text.review.title(text.applications[move.app])}>
      <div className={styles.progress}>
        {cancel.error && <Failed error={cancel.error} />}
        <progress aria-label={words.title} className={styles.bar} />
        <p role="status">{text.past.states[move.status]}</p>
        <p className={styles.soft}>{words.words}</p>
        <Buttons>
          <Button
            busy={cancel.isPending}
            onClick={() => cancel.mutate({ params: { id: move.id } })}
          >
            {words.cancel}
          </Button>
        </Buttons>
      </div>
    </Card>
  )
}
