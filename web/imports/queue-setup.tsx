import { useQuery } from '@tanstack/react-query'
import { FileText, X } from 'lucide-react'
import { useState } from 'react'
import { ask } from '#web/calls/queries.ts'
import { useText } from '#web/text/text.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Buttons, Form, Words } from '#web/ui/stack.tsx'
import { likelyAccount } from './choose-file.tsx'
import { guessAccount, kindFromName, nameFromFile } from './guess-account.ts'
import styles from './imports.module.css'
import { type NewAccount, NewAccountFields } from './new-account.tsx'
import type { NewAccounts, Queued } from './queue.ts'

/** Marks the name of a new account in the choice of a file, so that it is not taken for an id. */
const NEW = 'new:'

type Props = {
  readonly files: readonly File[]
  readonly account: string | null
  readonly onStart: (queue: readonly Queued[], made: NewAccounts) => void
  readonly onAgain: () => void
}

/** Lists several files with the account of each, as their names suggest it. */
export function QueueSetup({ files, account, onStart, onAgain }: Props) {
  const words = useText().imports.queue
  const choices = useAccountsOfFiles(files, account)
  const [removed, setRemoved] = useState<ReadonlySet<File>>(new Set())
  const [picked, setPicked] = useState<ReadonlyMap<File, string>>(new Map())
  const [made, setMade] = useState<NewAccounts>({})
  if (!choices) return <Skeleton height="320px" />
  const { open, currency, named, guess } = choices
  const left = files.filter((file) => !removed.has(file))
  const queue = left.map((file) => ({ file, into: picked.get(file) ?? guess(file) }))
  const used = named.filter((one) => queue.some(({ into }) => into === one))
  const newOne = (into: string): NewAccount => {
    const name = into.slice(NEW.length)
    return made[into] ?? { name, kind: kindFromName(name), currency }
  }
  const start = () => {
    const keyed = queue.map((one, index) => ({ ...one, key: `${index} ${one.file.name}` }))
    onStart(keyed, Object.fromEntries(used.map((into) => [into, newOne(into)])))
  }
  return (
    <Card title={words.title(left.length)} className={styles.fitted}>
      <Form onSubmit={start}>
        <Words>{words.words}</Words>
        <ul className={styles.queue}>
          {queue.map(({ file, into }, index) => (
            <li key={`${index} ${file.name}`}>
              <FileText size={17} aria-hidden />
              <span className={styles.queueName}>{file.name}</span>
              <AccountOfFile
                file={file}
                into={into}
                accounts={open}
                named={named.map((one) => ({ into: one, name: newOne(one).name }))}
                onChange={(next) => setPicked(new Map(picked).set(file, next))}
              />
              <IconButton
                name={words.remove(file.name)}
                onClick={() => setRemoved(new Set(removed).add(file))}
              >
                <X size={16} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
        {used.map((into) => (
          <fieldset key={into} className={styles.queueNew}>
            <legend>{words.newNamed(newOne(into).name)}</legend>
            <NewAccountFields
              value={newOne(into)}
              onChange={(value) => setMade({ ...made, [into]: value })}
            />
          </fieldset>
        ))}
        <Buttons>
          <Button look="primary" type="submit" disabled={left.length === 0}>
            {words.go(left.length)}
          </Button>
          <Button onClick={onAgain}>{words.change}</Button>
          <span className={styles.soft}>{words.undoable}</span>
        </Buttons>
      </Form>
    </Card>
  )
}

type AccountProps = {
  readonly file: File
  readonly into: string
  readonly accounts: readonly {
    readonly id: string
    readonly name: string
    readonly mask: string | null
  }[]
  /** The new accounts that the files name. */
  readonly named: readonly { readonly into: string; readonly name: string }[]
  readonly onChange: (into: string) => void
}

/** Chooses the account of one file. */
function AccountOfFile({ file, into, accounts, named, onChange }: AccountProps) {
  const words = useText().imports.queue
  return (
    <SelectField
      label={words.accountOf(file.name)}
      hideLabel
      value={into}
      onChange={({ target }) => onChange(target.value)}
    >
      {accounts.map(({ id, name, mask }) => (
        <option key={id} value={id}>
          {mask === null ? name : `${name} •${mask}`}
        </option>
      ))}
      {named.map((one) => (
        <option key={one.into} value={one.into}>
          {words.newNamed(one.name)}
        </option>
      ))}
    </SelectField>
  )
}

/** Guesses the account of each file: an existing one, or a new one by the name of the file. Null until the accounts are known. */
function useAccountsOfFiles(files: readonly File[], account: string | null) {
  const { kinds } = useText().imports.choose
  const accounts = useQuery(ask('GET /accounts'))
  const imports = useQuery(ask('GET /imports', { query: {} }))
  const settings = useQuery(ask('GET /settings'))
  if (!accounts.data || !settings.data || !imports.data) return null
  const open = accounts.data.filter(({ closed_at }) => closed_at === null)
  const likely = likelyAccount(open, imports.data)
  const guess = ({ name }: File) => {
    const named = nameFromFile(name)
    const known = account ?? guessAccount(name, open) ?? (named === '' ? likely : null)
    return known ?? NEW + (named || kinds.checking)
  }
  const named = [...new Set(files.map(guess).filter((into) => into.startsWith(NEW)))]
  return { open, currency: settings.data.currency, named, guess }
}
