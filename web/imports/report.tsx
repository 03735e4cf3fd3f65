import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, CircleSlash, Undo2 } from 'lucide-react'
import { BackToFirstSteps } from '#web/home/back-to-first-steps.tsx'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { classes } from '#web/ui/classes.ts'
import { Facts } from '#web/ui/rows.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { Import } from './import.ts'
import styles from './imports.module.css'
import { UndoImport } from './undo-import.tsx'

const pictures = {
  done: CircleCheck,
  failed: CircleAlert,
  cancelled: CircleSlash,
  undone: Undo2,
} as const

type Ended = keyof typeof pictures

/** Shows the result of an import that has ended. */
export function Report({
  statement,
  onAgain,
}: {
  readonly statement: Import
  readonly onAgain: () => void
}) {
  const text = useText().imports
  const words = text.report
  const ended = statement.status as Ended
  const Picture = pictures[ended]
  const isDone = ended === 'done'
  const title = isDone
    ? statement.added > 0
      ? words.done(statement.added)
      : words.doneNone
    : words[ended]
  return (
    <Card>
      <div className={styles.report}>
        <span className={classes(styles.mark, styles[ended])}>
          <Picture size={26} aria-hidden />
        </span>
        <div className={styles.reportWords} role={ended === 'failed' ? 'alert' : 'status'}>
          <h2 className={styles.reportTitle}>{title}</h2>
          <p className={styles.soft}>{statement.file_name}</p>
          {isDone ? <Outcome statement={statement} /> : <Why statement={statement} />}
        </div>
        <Buttons>
          {isDone && statement.added > 0 && statement.account_id !== null && (
            <Link
              to="/transactions"
              search={{ account_id: statement.account_id }}
              className={buttonClass('primary')}
            >
              {words.see}
            </Link>
          )}
          <Button look={isDone ? 'plain' : 'primary'} onClick={onAgain}>
            {words.another}
          </Button>
          {isDone && <BackToFirstSteps />}
          {isDone && <UndoImport statement={statement} />}
        </Buttons>
      </div>
    </Card>
  )
}

function Outcome({ statement }: { readonly statement: Import }) {
  const words = useText().imports.report
  const { money, day } = useFormats()
  const { account_name, currency, duplicates, settled, balance, balance_day } = statement
  return (
    <p>
      <Facts>
        {[
          account_name,
          duplicates > settled && words.known(duplicates - settled),
          settled > 0 && words.settled(settled),
          balance !== null &&
            balance_day !== null &&
            words.balance(money(balance, currency), day(balance_day, 'long')),
        ]}
      </Facts>
    </p>
  )
}

function Why({ statement }: { readonly statement: Import }) {
  const text = useText()
  const { status, message, reason, line } = statement
  const words = text.imports.report
  return (
    <>
      {message !== null && <p>{fileFaultText({ message, reason, line }, text)}</p>}
      <p>
        {status === 'undone'
          ? words.undoneWords
          : status === 'failed'
            ? words.failedWords
            : words.cancelledWords}
      </p>
    </>
  )
}
