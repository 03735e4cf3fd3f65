import { useQuery } from '@tanstack/react-query'
import { Archive, DatabaseBackup } from 'lucide-react'
import { useSend } from '#web/calls/changes.ts'
import type { Output } from '#web/calls/operations.ts'
import { ask } from '#web/calls/queries.ts'
import settingsStyles from '#web/settings/settings.module.css'
import { useSession } from '#web/shell/session.ts'
import { useFormats, useLanguage } from '#web/text/text.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeToCopy } from '#web/ui/code.tsx'
import { Empty } from '#web/ui/empty.tsx'
import { Failed, Notice } from '#web/ui/notice.tsx'
import { Facts, Row, Rows } from '#web/ui/rows.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Stack, Words } from '#web/ui/stack.tsx'
import styles from './backups.module.css'
import { agoText, bytesText } from './bytes.ts'
import { useBackupWords } from './words.ts'

type Shown = Output<'GET /backups'>

/** Milliseconds between looks while a backup is being written. */
const LOOK_EVERY = 1000

/** Shows operators how the instance is backed up. Nothing can be downloaded: a file holds every household. */
export function BackupsScreen() {
  const words = useBackupWords()
  const session = useSession()
  const { data, error, refetch } = useQuery({
    ...ask('GET /backups'),
    enabled: session?.operator === true,
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_EVERY : false),
  })
  if (session && !session.operator) return <Words>{words.operatorsOnly}</Words>
  if (error) return <Failed error={error} retry={() => void refetch()} />
  if (!data) return <Skeleton height="180px" />
  return (
    <Stack>
      {data.automatic ? <State shown={data} /> : <Off />}
      {data.automatic && <Files shown={data} />}
      <HowToRestore folder={data.folder} />
    </Stack>
  )
}

function State({ shown }: { readonly shown: Shown }) {
  const words = useBackupWords()
  const take = useSend('POST /backups')
  const { failure, running, same_disk, sealed, folder } = shown
  const busy = take.isPending || running
  return (
    <Card
      title={words.title}
      aside={
        <Button size="small" busy={busy} onClick={() => take.mutate({})}>
          {words.take}
        </Button>
      }
    >
      <Stack dense>
        {take.error && <Failed error={take.error} />}
        <Age shown={shown} />
        {failure && !running && <Failure failure={failure} />}
        {same_disk && <Notice tone="warn">{words.sameDisk}</Notice>}
        <dl className={styles.facts}>
          <dt>{words.folder}</dt>
          <dd>
            <code>{folder}</code>
          </dd>
        </dl>
        <Words>{words.words}</Words>
        <Words>{sealed ? words.sealed : words.unsealed}</Words>
      </Stack>
    </Card>
  )
}

function Age({ shown: { last_at, next_at, running } }: { readonly shown: Shown }) {
  const words = useBackupWords()
  const { language } = useLanguage()
  const formats = useFormats()
  const ago = last_at === null ? null : agoText(last_at, language)
  const title = last_at === null ? words.none : ago === null ? words.lastNow : words.last(ago)
  return (
    <div className={styles.age}>
      <DatabaseBackup size={26} strokeWidth={1.75} aria-hidden />
      <div>
        <p className={styles.title}>{title}</p>
        <p className={styles.soft} role="status">
          {running ? words.running : next_at !== null && words.next(formats.moment(next_at))}
        </p>
      </div>
    </div>
  )
}

function Failure({ failure }: { readonly failure: NonNullable<Shown['failure']> }) {
  const words = useBackupWords()
  const formats = useFormats()
  return (
    <Notice tone="bad">
      <strong>{words.failed(formats.moment(failure.at))}</strong> {words.reasons[failure.reason]}{' '}
      {words.tryAgain}
      <code className={styles.message}>{failure.message}</code>
    </Notice>
  )
}

function Files({ shown: { files } }: { readonly shown: Shown }) {
  const words = useBackupWords()
  const { language } = useLanguage()
  const formats = useFormats()
  return (
    <Card title={words.files} flush>
      <Rows label={words.files}>
        {files?.map(({ name, kind, at, bytes }) => (
          <Row
            key={name}
            picture={<Archive size={17} aria-hidden />}
            title={formats.moment(at)}
            badge={<Badge>{words.kinds[kind]}</Badge>}
            detail={<code className={styles.name}>{name}</code>}
            aside={<Facts>{[bytesText(bytes, language)]}</Facts>}
          />
        ))}
      </Rows>
      <div className={settingsStyles.padded}>
        {files === null && <Notice tone="bad">{words.unreadable}</Notice>}
        <Words>{files?.length === 0 ? words.noFiles : words.kept}</Words>
      </div>
    </Card>
  )
}

function HowToRestore({ folder }: { readonly folder: string | null }) {
  const words = useBackupWords()
  const file = `${folder ?? '.'}/FILE`
  return (
    <Card title={words.restore}>
      <Stack dense>
        <Words>{words.restoreWords}</Words>
        <CodeToCopy
          label={words.command}
        >{`EARMARK_DATA=./restored earmark restore ${file}`}</CodeToCopy>
      </Stack>
    </Card>
  )
}

function Off() {
  const words = useBackupWords()
  return (
    <Card>
      <Empty picture={DatabaseBackup} title={words.off}>
        {words.offWords}
      </Empty>
      <CodeToCopy label={words.command}>earmark backup earmark.backup</CodeToCopy>
    </Card>
  )
}
