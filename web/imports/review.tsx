import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useSend } from '#web/calls/changes.ts'
import type { Input } from '#web/calls/operations.ts'
import { fileFaultText } from '#web/text/failure-text.ts'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form } from '#web/ui/stack.tsx'
import { toast } from '#web/ui/toast.ts'
import { BalanceAfter } from './balance-after.tsx'
import { Duplicates } from './duplicates.tsx'
import { FileAccountField } from './file-account.tsx'
import { FirstRows } from './first-rows.tsx'
import { HowRead } from './how-read.tsx'
import type { Import, Preview } from './import.ts'
import styles from './imports.module.css'

/** What a person says of the file; what they leave out is found out. */
export type Said = NonNullable<Input<'POST /imports/{id}/preview'>['body']>
export type Mapping = NonNullable<Said['mapping']>

type Props = {
  readonly told: Import
  /** What the upload has told; read anew where the page was left meanwhile. */
  readonly looked: Preview | null
  readonly onAgain: () => void
}

/** What an import would do, how the file is understood, and the decision. */
export function Review({ told, looked, onAgain }: Props) {
  const params = { id: told.id }
  const [said, setSaid] = useState<Said>({})
  const [preview, setPreview] = useState(looked)
  const look = useSend('POST /imports/{id}/preview', { onDone: setPreview })
  const start = useEffectEvent(() => {
    if (preview === null && look.isIdle) look.mutate({ params, body: {} })
  })
  useEffect(() => start(), [])
  const say = (more: Said) => {
    const body = { ...said, ...more }
    setSaid(body)
    look.mutate({ params, body })
  }
  if (!preview) {
    return look.error ? (
      <Failed error={look.error} retry={() => look.mutate({ params, body: said })} />
    ) : (
      <Reading />
    )
  }
  const mustChoose = preview.counts === null && preview.accounts.length > 1
  return (
    <div className={styles.review} aria-busy={look.isPending}>
      {look.error && <Failed error={look.error} />}
      <Decision told={told} preview={preview} busy={look.isPending} onAgain={onAgain}>
        {preview.accounts.length > 1 && (
          <FileAccountField
            preview={preview}
            onChoose={(file_account) => say({ file_account, balance: null, different: {} })}
          />
        )}
        {preview.balance && (
          <BalanceAfter
            currency={told.currency}
            balance={preview.balance}
            said={said.balance ?? null}
            onSay={(balance) => say({ balance })}
          />
        )}
      </Decision>
      <Duplicates
        preview={preview}
        currency={told.currency}
        said={said.different ?? {}}
        busy={look.isPending}
        onSay={(different) => say({ different })}
      />
      {!mustChoose && preview.format !== 'ofx' && !preview.format?.startsWith('camt') && (
        <HowRead
          preview={preview}
          currency={told.currency}
          onSay={(mapping) => say({ mapping, different: {} })}
        />
      )}
      {preview.counts && <FirstRows preview={preview} currency={told.currency} />}
    </div>
  )
}

function Reading() {
  const words = useText().imports.review
  return (
    <Card>
      <p role="status">{words.reading}</p>
      <Skeleton height="180px" />
    </Card>
  )
}

function Decision({
  told,
  preview,
  busy,
  onAgain,
  children,
}: {
  readonly told: Import
  readonly preview: Preview
  readonly busy: boolean
  readonly onAgain: () => void
  readonly children: ReactNode
}) {
  const text = useText().imports
  const words = text.review
  const params = { id: told.id }
  const commit = useSend('POST /imports/{id}/commit')
  const discard = useSend('POST /imports/{id}/cancel', {
    onDone: () => {
      if (preview.counts) toast(words.discarded)
      onAgain()
    },
  })
  const { counts, format } = preview
  const isNothing = counts !== null && counts.new === 0
  return (
    <Card title={told.file_name} className={styles.decision}>
      <Form onSubmit={() => !busy && commit.mutate({ params })}>
        <p className={styles.soft}>
          <Facts>
            {[
              words.into(told.account_name),
              format?.toUpperCase(),
              counts && text.rows(counts.total),
            ]}
          </Facts>
        </p>
        {commit.error && <Failed error={commit.error} />}
        {discard.error && <Failed error={discard.error} />}
        <Fault preview={preview} />
        {counts && <Counts counts={counts} />}
        <Gaps gaps={preview.gaps} currency={told.currency} />
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
            {counts ? words.discard : words.again}
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

/** Why the file cannot be read, and where. */
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
      <p>{fileFaultText({ message, reason, line }, text)}</p>
      <p>{words.mayHelp}</p>
    </Notice>
  )
}

/** Where the balances that the file tells do not follow from its rows: something may be missing from it. */
function Gaps({ gaps, currency }: { readonly gaps: Preview['gaps']; readonly currency: string }) {
  const words = useText().imports.gaps
  const { money } = useFormats()
  if (gaps.total === 0) return null
  const shown = gaps.first.slice(0, 5)
  return (
    <Notice>
      <p>{words.title}</p>
      {shown.map(({ line, expected, told }) => (
        <p key={line}>{words.gap(line, money(told, currency), money(expected, currency))}</p>
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
