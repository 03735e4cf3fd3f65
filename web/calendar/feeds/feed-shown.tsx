import { judgeAddress } from '#web/devices/link.ts'
import { QrCode } from '#web/ui/qr-code.tsx'
import { ShownOnce } from '#web/ui/shown-once.tsx'
import { useFeedWords } from './words.ts'

/** Shows a calendar’s address once: to copy, to open, to scan, and how programs take it. */
export function FeedShown({
  path,
  onClose,
}: {
  readonly path: string
  readonly onClose: () => void
}) {
  const words = useFeedWords()
  const address = `${location.origin}${path}`
  // Calendar programs take over links of this scheme, and ask by https or http.
  const link = `webcal://${location.host}${path}`
  const isLocal = judgeAddress(location.origin) === 'local'
  return (
    <ShownOnce
      title={words.shown}
      words={words.shownWords}
      done={words.done}
      value={address}
      onClose={onClose}
    >
      <a href={link} rel="noreferrer">
        {words.open}
      </a>
      {isLocal ? <p className="soft">{words.local}</p> : <QrCode label={words.qr}>{link}</QrCode>}
      <dl>
        {words.steps.map(([program, step]) => (
          <div key={program}>
            <dt>
              <strong>{program}</strong>
            </dt>
            <dd>{step}</dd>
          </div>
        ))}
      </dl>
    </ShownOnce>
  )
}
