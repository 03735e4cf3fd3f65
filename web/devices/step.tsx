import type { ReactNode } from 'react'
import { CopyButton } from '#web/ui/code.tsx'
import styles from './devices.module.css'
import { Picture, type PictureName } from './pictures.tsx'
import { useDeviceWords } from './words.ts'

export type StepsProps = {
  readonly address: string
  readonly secret: string
  readonly digits: number
}

/** One step: a drawing, what to do, and the texts to copy. */
export function Step({
  number,
  picture,
  words,
  children,
}: {
  readonly number: number
  readonly picture: PictureName
  readonly words: { readonly title: string; readonly words: string }
  readonly children?: ReactNode
}) {
  const { step } = useDeviceWords()
  return (
    <li className={styles.step}>
      <Picture name={picture} />
      <div>
        <h3>
          <span>{step(String(number))}</span> {words.title}
        </h3>
        <p className="soft">{words.words}</p>
        {children !== undefined && <dl className={styles.lists}>{children}</dl>}
      </div>
    </li>
  )
}

/** A text to copy, under the name that the app gives its field. */
export function Line({ name, children }: { readonly name: string; readonly children: string }) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>
        <code>{children}</code>
        <CopyButton text={children} />
      </dd>
    </div>
  )
}

/** A value that the phone fills in; it is chosen in the app. */
export function PartLine({
  name,
  children,
}: {
  readonly name: ReactNode
  readonly children: string
}) {
  return (
    <div className={styles.line}>
      <dt>{name}</dt>
      <dd>
        <span className={styles.part}>{children}</span>
      </dd>
    </div>
  )
}
