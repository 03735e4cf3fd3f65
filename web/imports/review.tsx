import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountsOfFile } from './accounts-of-file.tsx'
import { BalanceAfter } from './balance-after.tsx'
import { Duplicates } from './duplicates.tsx'
import { FirstRows } from './first-rows.tsx'
import { HowRead } from './how-read.tsx'
import type { Import, Preview, PreviewChoices } from './import.ts'
import styles from './imports.module.css'
import { ReadingQuestion } from './reading-question.tsx'
import { SkippedRows } from './skipped-rows.tsx'

type Props = {
  readonly statement: Import
  /** The preview that the upload returned; requested again if the page was left in between. */
  readonly initialPreview: Preview | null
  /** Says what the button does that imports nothing, if that is not to choose another file. */
  readonly leave?: string
  readonly onAgain: () => void
}

/** Shows what an import would do and how the file is parsed; the person then confirms or discards it. */
export function Review({ statement, initialPreview, leave, onAgain }: Props) {
  const { preview, choices, runPreview, choose, restart } = usePreview(statement, initialPreview)
  const review = useRef<HTMLDivElement>(null)
  if (!preview) {
    return runPreview.error ? (
      <Failed error={runPreview.error} retry={() => choose({})} />
    ) : (
      <ReadingFile />
    )
  }
  const { question } = preview
  return (
    <div ref={review} tabIndex={-1} className={styles.review} aria-busy={runPreview.isPending}>
      {runPreview.error && <Failed error={runPreview.error} />}
      {question && (
        <ReadingQuestion
          question={question}
          header={preview.layout?.header ?? []}
          currency={statement.currency}
          busy={runPreview.isPending}
          // The pressed button is gone afterwards, so the focus goes to what takes its place.
          onChoose={(mapping) =>
            choose({ mapping, different: {} }, () => review.current?.focus({ preventScroll: true }))
          }
        />
      )}
      <Decision
        statement={statement}
        preview={preview}
        busy={runPreview.isPending}
        leave={leave}
        onAgain={onAgain}
      >
        {preview.accounts.length > 1 && (
          <AccountsOfFile
            key={preview.account}
            statement={statement}
            preview={preview}
            onChosen={restart}
          />
        )}
        {preview.balance && !question && (
          <BalanceAfter
            statement={statement}
            busy={runPreview.isPending}
            balance={preview.balance}
            chosen={choices.balance ?? null}
            onChange={(balance) => choose({ balance })}
          />
        )}
      </Decision>
      <Details
        preview={preview}
        currency={statement.currency}
        choices={choices}
        busy={runPreview.isPending}
        onChange={choose}
      />
    </div>
  )
}

/** Keeps the preview, and the choices of the person that lead to it. */
function usePreview(statement: Import, initialPreview: Preview | null) {
  const params = { id: statement.id }
  const [choices, setChoices] = useState<PreviewChoices>({})
  const [preview, setPreview] = useState(initialPreview)
  const runPreview = useSend('POST /imports/{id}/preview', {
    onDone: setPreview,
    inTurn: `preview ${statement.id}`,
  })
  const start = useEffectEvent(() => {
    if (preview === null && runPreview.isIdle) runPreview.mutate({ params, body: {} })
  })
  useEffect(() => start(), [])
  const send = (body: PreviewChoices, onSuccess: () => void = () => {}) => {
    setChoices(body)
    runPreview.mutate({ params, body }, { onSuccess })
  }
  return {
    preview,
    choices,
    runPreview,
    choose: (more: PreviewChoices, onSuccess?: () => void) =>
      send({ ...choices, ...more }, onSuccess),
    restart: () => send({}),
  }
}

/** Shows how the file is read, and what happens to its rows once nothing is open. */
function Details({
  preview,
  currency,
  choices,
  busy,
  onChange,
}: {
  readonly preview: Preview
  readonly currency: string
  readonly choices: PreviewChoices
  readonly busy: boolean
  readonly onChange: (more: PreviewChoices) => void
}) {
  const { counts, accounts, layout, format, question } = preview
  const mustChoose = counts === null && accounts.length > 1
  const isTable = layout !== null || format === null
  return (
    <>
      {!question && (
        <Duplicates
          preview={preview}
          currency={currency}
          chosen={choices.different ?? {}}
          busy={busy}
          onChange={(different) => onChange({ different })}
        />
      )}
      {!mustChoose && isTable && (
        <HowRead
          preview={preview}
          currency={currency}
          chosen={choices.mapping ?? {}}
          onChange={(mapping) => onChange({ mapping, different: {} })}
        />
      )}
      {counts && !question && <FirstRows preview={preview} currency={currency} />}
    </>
  )
}

function ReadingFile() {
  const words = useText().imports.review
  return (
    <Card>
      <p role="status">{words.reading}</p>
      <Skeleton height="180px" />
    </Card>
  )
}

function Decision({
  statement,
  preview,
  busy,
  leave,
  onAgain,
  children,
}: {
  readonly statement: Import
  readonly preview: Preview
  readonly busy: boolean
  readonly leave: string | undefined
  readonly onAgain: () => void
  readonly children: ReactNode
}) {
  const words = useText().imports.review
  const params = { id: statement.id }
  const commit = useSend('POST /imports/{id}/commit')
  const discard = useSend('POST /imports/{id}/cancel', {
    onDone: () => {
      if (preview.counts) toast(words.discarded)
      onAgain()
    },
  })
  const { question } = preview
  // The counts of one reading say nothing while another one may be right.
  const counts = question ? null : preview.counts
  const isNothing = counts !== null && counts.new === 0
  return (
    <Card title={statement.file_name}>
      <Form onSubmit={() => !busy && commit.mutate({ params })}>
        <FileFacts statement={statement} preview={preview} />
        {commit.error && <Failed error={commit.error} />}
        {discard.error && <Failed error={discard.error} />}
        <Fault preview={preview} />
        {counts && <Counts counts={counts} />}
        {!question && <SkippedRows skipped={preview.skipped} />}
        {!question && <Gaps gaps={preview.gaps} currency={statement.currency} />}
        {isNothing && <Notice>{words.nothingNew}</Notice>}
        {children}
        <Buttons>
          {counts && (
            <Button
              look={isNothing ? 'plain' : 'primary'}
              type="submit"
              busy={busy || commit.isPending}
            >
              {isNothing ? words.goNone : words.go(counts.new)}
            </Button>
          )}
          <Button busy={discard.isPending} onClick={() => discard.mutate({ params })}>
            {leave ?? (preview.counts ? words.discard : words.again)}
          </Button>
          {busy && (
            <span className={styles.soft} role="status">
              {words.reading}
            </span>
          )}
        </Buttons>
      </Form>
    </Card>
  )
}

/** Explains why the file cannot be read, and at which line. */
function Fault({ preview }: { readonly preview: Preview }) {
  const text = useText()
  const words = text.imports.review
  const { message, reason, line, accounts } = preview
  if (message === null || accounts.length > 0) return null
  return (
    <Notice tone="bad">
      <p>
        <strong>{words.unreadable}</strong>
      </p>
      <p>{fileFaultText({ reason, line }, text)}</p>
      <p>{words.mayHelp}</p>
    </Notice>
  )
}

/** Lists the balances in the file that do not follow from its rows, so rows may be missing. */
function Gaps({ gaps, currency }: { readonly gaps: Preview['gaps']; readonly currency: string }) {
  const words = useText().imports.gaps
  const { money } = useFormats()
  if (gaps.total === 0) return null
  const shown = gaps.first.slice(0, 5)
  return (
    <Notice>
      <p>{words.title}</p>
      {shown.map(({ line, expected, stated }) => (
        <p key={line}>{words.gap(line, money(stated, currency), money(expected, currency))}</p>
      ))}
      {gaps.total > shown.length && <p>{words.more(gaps.total - shown.length)}</p>}
    </Notice>
  )
}

function Counts({ counts }: { readonly counts: NonNullable<Preview['counts']> }) {
  const words = useText().imports.review
  const { number } = useFormats()
  return (
    <dl className={styles.counts}>
      {(['new', 'known', 'alike'] as const).map((fate) => (
        <div key={fate} className={styles[fate]} data-none={counts[fate] === 0 || undefined}>
          <dt>{words.counts[fate]}</dt>
          <dd>
            <span className={styles.count}>{number(counts[fate])}</span>
            <span className={styles.soft}>{words.hints[fate]}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function FileFacts({
  statement,
  preview,
}: Pick<Props, 'statement'> & { readonly preview: Preview }) {
  const text = useText().imports
  return (
    <p className={styles.soft}>
      <Facts>
        {[
          text.review.into(statement.account_name),
          preview.format?.toUpperCase(),
          preview.counts && text.rows(preview.counts.total),
        ]}
      </Facts>
    </p>
  )
}
