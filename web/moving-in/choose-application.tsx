import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import styles from '#web/imports/imports.module.css'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Buttons, Form, Words } from '#web/ui/stack.tsx'
import { type Application, applications } from './move.ts'
import { useMoveWords } from './words.ts'

/** The largest file that the server accepts, in bytes. */
const BYTES_MAX = 50 * 1024 * 1024

/** Chooses the application and the files of its export. */
export function ChooseApplication({ onUploaded }: { readonly onUploaded: (id: string) => void }) {
  const words = useMoveWords()
  const text = words.choose
  const name = useId()
  const [app, setApp] = useState<Application>('ynab')
  const [files, setFiles] = useState<readonly File[]>([])
  const [asked, setAsked] = useState(false)
  const upload = useUpload(onUploaded)
  const tooLarge = files.some(({ size }) => size > BYTES_MAX)
  const submit = () => {
    setAsked(true)
    if (files.length === 0 || tooLarge || upload.isPending) return
    upload.mutate({ app, files })
  }
  return (
    <Card>
      <Form onSubmit={submit}>
        <Words>{text.words}</Words>
        {upload.error && <Failed error={upload.error} />}
        {tooLarge && <Notice tone="bad">{text.tooLarge}</Notice>}
        <fieldset className={styles.several}>
          <legend>{text.title}</legend>
          {applications.map((one) => (
            <Radio
              key={one}
              label={words.applications[one]}
              name={name}
              checked={one === app}
              onChange={() => {
                upload.reset()
                setApp(one)
              }}
            />
          ))}
        </fieldset>
        <p role="status">{text.how[app]}</p>
        <FilesField
          files={files}
          fault={asked && files.length === 0 ? text.noFile : null}
          onFiles={(next) => {
            upload.reset()
            setFiles(next)
          }}
        />
        <Buttons>
          <Button look="primary" type="submit" busy={upload.isPending}>
            {upload.isPending ? text.reading : text.look}
          </Button>
          <span className={styles.soft}>{text.nothingYet}</span>
        </Buttons>
      </Form>
    </Card>
  )
}

type Upload = { readonly app: Application; readonly files: readonly File[] }

/** Uploads all files, of which the last brings the preview. What was uploaded before a fault is discarded. */
function useUpload(onUploaded: (id: string) => void) {
  const queries = useQueryClient()
  return useMutation({
    // Frees the files at once, because each may have 50 MB.
    gcTime: 0,
    mutationFn: async ({ app, files }: Upload) => {
      let id: string | null = null
      try {
        for (const [index, file] of files.entries()) {
          const body = new Uint8Array(await file.arrayBuffer())
          const file_name = file.name.slice(0, 255) || 'file'
          const query = { file_name, ...(index < files.length - 1 && { further: '1' as const }) }
          const moved: { readonly id: string } =
            id === null
              ? await call('POST /moves', { query: { ...query, app }, body })
              : await call('POST /moves/{id}/files', { params: { id }, query, body })
          id = moved.id
        }
        return id!
      } catch (error) {
        if (id !== null) await call('POST /moves/{id}/cancel', { params: { id } }).catch(() => {})
        throw error
      }
    },
    onSuccess: (id) => {
      void refresh(queries)
      onUploaded(id)
    },
  })
}

function FilesField({
  files,
  fault,
  onFiles,
}: {
  readonly files: readonly File[]
  readonly fault: string | null
  readonly onFiles: (files: readonly File[]) => void
}) {
  const words = useMoveWords().choose
  const id = useId()
  const names = files.map(({ name }) => name).join(', ')
  return (
    <div>
      <label
        htmlFor={id}
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const dropped = [...event.dataTransfer.files]
          if (dropped.length > 0) onFiles(dropped)
        }}
      >
        {files.length > 0 ? <FileText size={26} aria-hidden /> : <FileUp size={26} aria-hidden />}
        <span className={styles.dropName}>{files.length > 0 ? names : words.drop}</span>
        <span className={styles.dropBrowse}>{files.length > 0 ? words.change : words.browse}</span>
        <input
          id={id}
          type="file"
          multiple
          className="unseen"
          aria-label={words.files}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onChange={(event) => {
            const next = [...(event.target.files ?? [])]
            // Allows choosing the same files again after they were exported again.
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
