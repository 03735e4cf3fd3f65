import { Archive, CircleCheck, FileUp } from 'lucide-react'
import { useId, useState } from 'react'
import importStyles from '#web/imports/imports.module.css'
import { Entrance, EntranceForm } from '#web/sign-in/entrance.tsx'
import { useFormats, useLanguage } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Sum } from '#web/ui/stack.tsx'
import styles from './backups.module.css'
import { bytesText } from './bytes.ts'
import { type Upload, useRestore } from './use-restore.ts'
import { useBackupWords } from './words.ts'

/** Restores a backup into an instance in which nobody has an account yet. */
export function RestoreScreen({
  token,
  onBack,
}: {
  readonly token: string
  readonly onBack: () => void
}) {
  const words = useBackupWords().first
  const { file, upload, error, choose, start } = useRestore(token)
  if (upload?.state === 'done') return <Done upload={upload} />
  const isAtWork = upload?.state === 'checking' || upload?.state === 'restoring'
  return (
    <Entrance title={words.title} words={words.words}>
      {error !== null && <Failed error={error} />}
      {upload?.reason && <Notice tone="bad">{words.reasons[upload.reason]}</Notice>}
      {!isAtWork && <FileField file={file} upload={upload} onFile={(next) => void choose(next)} />}
      {file && upload && <Progress file={file} upload={upload} />}
      {file && upload?.header && !isAtWork && (
        <StartForm
          upload={upload}
          isComplete={upload.received >= file.size}
          onStart={(passphrase) => void start(passphrase)}
        />
      )}
      {!isAtWork && (
        <Button look="quiet" onClick={onBack}>
          {words.back}
        </Button>
      )}
    </Entrance>
  )
}

function FileField({
  file,
  upload,
  onFile,
}: {
  readonly file: File | null
  readonly upload: Upload | null
  readonly onFile: (file: File) => void
}) {
  const words = useBackupWords().first
  const formats = useFormats()
  const id = useId()
  const header = upload?.header
  const detail = header
    ? `${words.madeAt(formats.moment(header.made_at))} · ${words.version(header.version)}`
    : words.browse
  const Picture = file ? Archive : FileUp
  return (
    <label htmlFor={id} className={importStyles.drop}>
      <Picture size={26} aria-hidden />
      <span className={importStyles.dropName}>{file ? file.name : words.choose}</span>
      <span>{detail}</span>
      {file && <span className={importStyles.dropBrowse}>{words.change}</span>}
      <input
        id={id}
        type="file"
        className="unseen"
        onChange={(event) => {
          const next = event.target.files?.[0]
          // Allows choosing the same file again.
          event.target.value = ''
          if (next) onFile(next)
        }}
      />
    </label>
  )
}

function Progress({ file, upload }: { readonly file: File; readonly upload: Upload }) {
  const words = useBackupWords().first
  const { language } = useLanguage()
  const { state, received, share } = upload
  if (state === 'refused') return null
  const size = (bytes: number) => bytesText(bytes, language)
  const isComplete = received >= file.size
  const said =
    state === 'receiving'
      ? isComplete
        ? words.uploaded
        : words.sent(size(received), size(file.size))
      : words[state === 'checking' ? 'checking' : 'restoring']
  return (
    <div className={importStyles.progress}>
      <progress
        aria-label={words.title}
        className={importStyles.bar}
        value={state === 'receiving' ? received / Math.max(1, file.size) : (share ?? 0)}
      />
      <p role="status">{said}</p>
      {state !== 'receiving' && <p className={styles.soft}>{words.stay}</p>}
    </div>
  )
}

function StartForm({
  upload,
  isComplete,
  onStart,
}: {
  readonly upload: Upload
  readonly isComplete: boolean
  readonly onStart: (passphrase: string) => void
}) {
  const words = useBackupWords().first
  const [passphrase, setPassphrase] = useState('')
  return (
    <EntranceForm onSubmit={() => isComplete && onStart(passphrase)}>
      {upload.header?.sealed && (
        <TextField
          label={words.passphrase}
          hint={words.passphraseHint}
          type="password"
          autoComplete="off"
          required
          value={passphrase}
          onChange={(event) => setPassphrase(event.target.value)}
        />
      )}
      <Button look="primary" type="submit" busy={!isComplete}>
        {isComplete ? (upload.reason ? words.again : words.restore) : words.uploading}
      </Button>
    </EntranceForm>
  )
}

function Done({ upload: { contents } }: { readonly upload: Upload }) {
  const words = useBackupWords().first
  const { number } = useFormats()
  return (
    <Entrance title={words.done} words={words.doneWords}>
      <CircleCheck size={32} aria-hidden className={styles.done} />
      {contents && (
        <div>
          <Sum name={words.households}>{number(contents.households)}</Sum>
          <Sum name={words.people}>{number(contents.people)}</Sum>
          <Sum name={words.transactions}>{number(contents.transactions)}</Sum>
        </div>
      )}
      {/* Loads the page again: what it knows belongs to the empty instance. */}
      <Button look="primary" onClick={() => location.assign('/sign-in')}>
        {words.signIn}
      </Button>
    </Entrance>
  )
}
