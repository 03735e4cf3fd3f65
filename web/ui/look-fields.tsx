import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useText } from '#web/text/text.tsx'
import { icons } from './icons.ts'
import { hues, type Look, type PickedLook } from './look.ts'
import { Icon, Mark } from './mark.tsx'
import styles from './mark.module.css'

type Props = {
  readonly look: PickedLook
  /** Shown until something is chosen. */
  readonly plain: Look
  readonly round?: boolean
  readonly onChange: (picked: Partial<PickedLook>) => void
}

/** Chooses the hue and the icon of a category or a set-aside. */
export function LookFields({ look, plain, round = false, onChange }: Props) {
  const words = useText().settings.categories
  const shown = { hue: look.hue ?? plain.hue, icon: look.icon ?? plain.icon }
  return (
    <details className={styles.look}>
      <summary>
        <Mark look={shown} round={round} />
        {words.look}
      </summary>
      <Choices
        label={words.hue}
        all={hues}
        chosen={look.hue}
        nameOf={(hue) => words.hues[hue]}
        onChoose={(hue) => onChange({ hue })}
      >
        {(hue) => <Mark look={{ ...shown, hue }} round={round} />}
      </Choices>
      <Choices
        label={words.icon}
        all={Object.keys(icons)}
        chosen={look.icon}
        nameOf={words.iconNamed}
        onChoose={(icon) => onChange({ icon })}
      >
        {(icon) => <Icon name={icon} size={18} />}
      </Choices>
    </details>
  )
}

type ChoicesProps<One extends string> = {
  readonly label: string
  readonly all: readonly One[]
  readonly chosen: string | null
  readonly nameOf: (one: One) => string
  readonly onChoose: (one: One) => void
  readonly children: (one: One) => ReactNode
}

const steps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
}

/** A group of pictures of which one is chosen. Tab reaches one of them, arrow keys the others. */
function Choices<One extends string>(props: ChoicesProps<One>) {
  const { label, all, chosen, nameOf, onChoose, children } = props
  const id = useId()
  const at = Math.max(
    0,
    all.findIndex((one) => one === chosen),
  )
  const press = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const next = (at + step + all.length) % all.length
    onChoose(all[next]!)
    const button = event.currentTarget.children[next]
    if (button instanceof HTMLElement) button.focus()
  }
  return (
    <div>
      <span id={id} className="soft">
        {label}
      </span>
      <div role="radiogroup" aria-labelledby={id} className={styles.choices} onKeyDown={press}>
        {all.map((one, index) => (
          <button
            key={one}
            type="button"
            role="radio"
            aria-checked={one === chosen}
            aria-label={nameOf(one)}
            title={nameOf(one)}
            tabIndex={index === at ? 0 : -1}
            onClick={() => onChoose(one)}
          >
            {children(one)}
          </button>
        ))}
      </div>
    </div>
  )
}
