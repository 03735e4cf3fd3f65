import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileText, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Words } from '#web/ui/stack.tsx'
import type { Preview } from './import.ts'
import styles from './imports.module.css'
import { type NewAccount, NewAccountFields, openedAccount } from './new-account.tsx'

/** The largest file that the server accepts, in bytes. */
const BYTES_MAX = 50 * 1024 * 1024
const NEW = 'new'

type Props = {
  readonly file: File | null
  /** The account that is preselected. */
  readonly account: string | null
  readonly onFile: (file: File) => void
  readonly onPreview: (preview: Preview) => void
}

/** Chooses a file and its account. */
export function ChooseFile({ file, account, onFile, onPreview }: Props) {
  const text = useText().imports
  const accounts = useQuery(ask('GET /accounts'))
  const imports = useQuery(ask('GET /imports', { query: {} }))
  const settings = useQuery(ask('GET /settings'))
  const [picked, setPicked] = useState<string | null>(account)
  const [made, setMade] = useState<NewAccount>({ name: '', kind: 'checking', currency: '' })
  const [asked, setAsked] = useState(false)
  const look = useUpload(onPreview)
  const open = accounts.data?.filter(({ closed_at }) => closed_at === null)
  const likely = open && likelyAccount(open, imports.data ?? [])
  const chosen = open?.some(({ id }) => id === picked) ? picked : (likely ?? NEW)
  const currency = made.currency || (settings.data?.currency ?? '')
  const tooLarge = file !== null && file.size > BYTES_MAX
  const submit = () => {
    setAsked(true)
    if (!file || tooLarge || look.isPending) return
    look.mutate({ file, into: picked === NEW || chosen === NEW ? { ...made, currency } : chosen! })
  }
  if (!open || !settings.data) return <Skeleton height="320px" />
  return (
    <Card>
      <Form onSubmit={submit}>
        <Words>{text.choose.words}</Words>
        {look.error && <Failed error={look.error} />}
        {tooLarge && <Notice tone="bad">{text.choose.tooLarge}</Notice>}
        <FileField
          file={file}
          fault={asked && !file ? text.choose.noFile : null}
          onFile={(next) => {
            look.reset()
            onFile(next)
          }}
        />
        <SelectField
          label={text.choose.account}
          value={picked === NEW ? NEW : (chosen ?? NEW)}
          onChange={(event) => setPicked(event.target.value)}
        >
          {open.map(({ id, name, mask }) => (
            <option key={id} value={id}>
              {mask === null ? name : `${name} •${mask}`}
            </option>
          ))}
          <option value={NEW}>{text.choose.newAccount}</option>
        </SelectField>
        {(picked === NEW || chosen === NEW) && (
          <NewAccountFields value={{ ...made, currency }} onChange={setMade} />
        )}
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
function likelyAccount(
  open: readonly Account[],
  imports: readonly { readonly account_id: string | null }[],
): string | null {
  const last = imports.find(({ account_id }) => open.some(({ id }) => id === account_id))
  if (last?.account_id) return last.account_id
  return (open.find(({ provider }) => provider === 'manual') ?? open[0])?.id ?? null
}

type Upload = { readonly file: File; readonly into: string | NewAccount }

/** Uploads the file. A new account is created together with its rows, so an abandoned import leaves none behind. */
function useUpload(onPreview: (preview: Preview) => void) {
  const queries = useQueryClient()
  return useMutation({
    // Frees the file at once, because it may have 50 MB.
    gcTime: 0,
    mutationFn: async ({ file, into }: Upload) => {
      const account = typeof into === 'string' ? { account_id: into } : openedAccount(into)
      const body = new Uint8Array(await file.arrayBuffer())
      return call('POST /imports', {
        query: { ...account, file_name: file.name.slice(0, 255) || 'file' },
        body,
      })
    },
    onSuccess: (preview) => {
      void refresh(queries)
      onPreview(preview)
    },
  })
}

function FileField({
  file,
  fault,
  onFile,
}: {
  readonly file: File | null
  readonly fault: string | null
  readonly onFile: (file: File) => void
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
          className="unseen"
          accept=".csv,.txt,.tsv,.xlsx,.xls,.htm,.html,.ofx,.qfx,.xml,.sta,.940,.mt940,.942,.swi,.qif,text/csv,application/xml"
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => {
            const next = event.target.files?.[0]
            // Allows choosing the same file again after it was corrected.
            event.target.value = ''
            if (next) onFile(next)
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
