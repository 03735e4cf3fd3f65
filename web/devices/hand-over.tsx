import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Secret } from '#web/ui/code.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Stack } from '#web/ui/stack.tsx'
import styles from './devices.module.css'
import { Guide } from './guide.tsx'
import { type Handed, judgeAddress, linkFor, trimAddress } from './link.ts'
import { useDeviceWords } from './words.ts'

/**
 * Hands a secret over to a phone: as a QR code that opens the steps there, or as text. It exists only in this dialog, so only its
 * button closes it.
 */
export function HandOver({
  handed,
  live,
  onClose,
}: {
  readonly handed: Handed
  readonly live?: ReactNode
  readonly onClose: () => void
}) {
  const words = useDeviceWords()
  const { add } = words
  const [typed, setTyped] = useState(location.origin)
  const [showsSteps, setShowsSteps] = useState(false)
  const address = trimAddress(typed)
  const judgement = judgeAddress(address)
  const isUsable = judgement !== 'unreadable'
  const isPayments = handed.kind === 'payments'
  return (
    <Dialog
      title={isPayments ? add.readyTitle : words.numberTitle}
      open
      insistent
      onClose={onClose}
      actions={
        <Button look="primary" onClick={onClose}>
          {add.done}
        </Button>
      }
    >
      <Stack dense>
        {isUsable && judgement !== 'local' && (
          <div className={styles.scan}>
            <QrCode label={add.qr}>{linkFor(address, handed)}</QrCode>
            <p>{add.scan}</p>
          </div>
        )}
        {live}
        <TextField
          label={add.address}
          type="url"
          autoComplete="off"
          value={typed}
          {...(judgement === 'unreadable' || judgement === 'local'
            ? { fault: words.address[judgement] }
            : { hint: `${add.addressHint} ${words.address[judgement]}` })}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Secret label={isPayments ? add.token : add.key}>{handed.secret}</Secret>
        <p className="soft">{isPayments ? add.once : add.keyOnce}</p>
        {showsSteps && isUsable ? (
          <Guide address={address} handed={handed} />
        ) : (
          <Button disabled={!isUsable} onClick={() => setShowsSteps(true)}>
            {add.open}
          </Button>
        )}
      </Stack>
    </Dialog>
  )
}
