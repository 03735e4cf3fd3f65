import { useQuery } from '@tanstack/react-query'
import { FileText, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Words } from '#web/ui/stack.tsx'
import { guessAccount } from './guess-account.ts'
import type { Preview } from './import.ts'
import styles from './imports.module.css'
import { type NewAccount, NewAccountFields, newAccountFor } from './new-account.tsx'
import { BYTES_MAX, useUpload } from './upload.ts'

const NEW = 'new'

type Props = {
  readonly file: File | null
  /** The account that is preselected. */
  readonly account: string | null
  /** The account of the file before, which the lists may not have yet. */
  readonly last: string | null
  readonly onFiles: (files: readonly File[]) => void
  readonly onPreview: (preview: Preview) => void
}

/** Chooses a file and its account. */
export function ChooseFile({ file, account, last, onFiles, onPreview }: Props) {
  const text = useText().imports
  const accounts = useQuery(ask('GET /accounts'))
  const imports = useQuery(ask('GET /imports', { query: {} }))
  const settings = useQuery(ask('GET /settings'))
  const [picked, setPicked] = useState<string | null>(account)
  const [typed, setTyped] = useState<NewAccount | null>(null)
  const [asked, setAsked] = useState(false)
  const look = useUpload(onPreview)
  const open = accounts.data?.filter(({ closed_at }) => closed_at === null)
  const guessed = open && file ? guessAccount(file.name, open) : null
  const has = (account: string | null) => open?.some(({ id }) => id === account) ?? false
  const likely =
    guessed ?? (has(last) ? last : open ? likelyAccount(open, imports.data ?? []) : null)
  const isThere = picked === NEW || has(picked)
  const chosen = (isThere ? picked : likely) ?? NEW
  const made = typed ?? newAccountFor(file)
  const currency = made.currency || (settings.data?.currency ?? '')
  const tooLarge = file !== null && file.size > BYTES_MAX
  const submit = () => {
    setAsked(true)
    if (!file || tooLarge || look.isPending) return
    look.mutate({ file, into: chosen === NEW ? { ...made, currency } : chosen })
  }
  const isLastOnItsWay = last !== null && !has(last) && accounts.isFetching
  if (!open || !settings.data || isLastOnItsWay) return <Skeleton height="320px" />
  return (
    <Card className={styles.fitted}>
      <Form onSubmit={submit}>
        <Words>{text.choose.words}</Words>
        {look.error && <Failed error={look.error} />}
        {tooLarge && <Notice tone="bad">{text.choose.tooLarge}</Notice>}
        <FileField
          file={file}
          fault={asked && !file ? text.choose.noFile : null}
          onFiles={(next) => {
            look.reset()
            onFiles(next)
          }}
        />
        <SelectField
          label={text.choose.account}
          value={chosen}
          onChange={(event) => setPicked(event.target.value)}
        >
          {open.map(({ id, name, mask }) => (
            <option key={id} value={id}>
              {mask === null ? name : `${name} •${mask}`}
            </option>
          ))}
          <option value={NEW}>{text.choose.newAccount}</option>
        </SelectField>
        {chosen === NEW && <NewAccountFields value={{ ...made, currency }} onChange={setTyped} />}
        <Buttons>
          <Button look="primary" type="submit" busy={look.isPending}>
            {look.isPending && file ? text.choose.reading(file.name) : text.choose.look}
          </Button>
          <span className={styles.soft}>{text.choose.nothingYet}</span>
        </Buttons>
      </Form>
    </Card>
  )
}

type Account = { readonly id: string; readonly provider: string }

/** Preselects the account of the last file; else a manual one, because a bank reports the others itself. */
export function likelyAccount(
  open: readonly Account[],
  imports: readonly { readonly account_id: string | null }[],
): string | null {
  const last = imports.find(({ account_id }) => open.some(({ id }) => id === account_id))
  if (last?.account_id) return last.account_id
  return (open.find(({ provider }) => provider === 'manual') ?? open[0])?.id ?? null
}

function FileField({
  file,
  fault,
  onFiles,
}: {
  readonly file: File | null
  readonly fault: string | null
  readonly onFiles: (files: readonly File[]) => void
}) {
  const words = useText().imports.choose
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className={styles.drop}>
        {file ? <FileText size={26} aria-hidden /> : <FileUp size={26} aria-hidden />}
        <span className={styles.dropName}>{file ? file.name : words.drop}</span>
        <span className={styles.dropBrowse}>{file ? words.change : words.browse}</span>
        <input
          id={id}
          type="file"
          multiple
          className="unseen"
          accept=".csv,.txt,.tsv,.xlsx,.xls,.htm,.html,.ofx,.qfx,.xml,.sta,.940,.mt940,.942,.swi,.qif,text/csv,application/xml"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => {
            const next = [...(event.target.files ?? [])]
            // Allows choosing the same file again after it was corrected.
            event.target.value = ''
            if (next.length > 0) onFiles(next)
          }}
        />
      </label>
      {fault && (
        <p id={`${id}-fault`} className={styles.fault}>
          {fault}
        </p>
      )}
    </div>
  )
}
