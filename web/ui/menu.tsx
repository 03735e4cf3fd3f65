import { Menu as Base } from '@base-ui/react/menu'
import { Check, ChevronRight } from 'lucide-react'
import {
  cloneElement,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
  useState,
} from 'react'
import styles from './menu.module.css'

/**
 * Opens a list of actions. `button` is the element that opens it. Nothing is rendered before the first press, because a long
 * list has one menu for each row and few are ever opened.
 */
export function Menu({
  button,
  open,
  onOpenChange,
  children,
}: {
  readonly button: ReactElement<ComponentProps<'button'>>
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  readonly children: ReactNode
}) {
  const [isMade, setMade] = useState(open !== undefined)
  if (!isMade) {
    const press = { onClick: () => setMade(true) }
    return cloneElement(button, { 'aria-haspopup': 'menu', 'aria-expanded': false, ...press })
  }
  return (
    <Base.Root
      {...(open === undefined ? { defaultOpen: true } : { open })}
      onOpenChange={(opened) => onOpenChange?.(opened)}
    >
      <Base.Trigger render={button} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={8} className={styles.place}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export function MenuItem({
  onPick,
  children,
}: {
  readonly onPick: () => void
  readonly children: ReactNode
}) {
  return (
    <Base.Item className={styles.item} onClick={onPick}>
      {children}
    </Base.Item>
  )
}

/** Offers several options; exactly one is selected. */
export function MenuChoices<V extends string>({
  label,
  value,
  choices,
  onPick,
}: {
  readonly label: string
  readonly value: V
  readonly choices: readonly {
    readonly value: V
    readonly name: string
    /** Distinguishes options of the same name. */
    readonly detail?: string
  }[]
  readonly onPick: (value: V) => void
}) {
  return (
    <Base.RadioGroup value={value} onValueChange={(picked: V) => onPick(picked)} aria-label={label}>
      <p className={styles.label}>{label}</p>
      {choices.map((choice) => (
        <Base.RadioItem
          key={choice.value}
          value={choice.value}
          className={styles.item}
          closeOnClick
        >
          <span className={styles.name}>
            {choice.name}
            {choice.detail !== undefined && <span className={styles.detail}> {choice.detail}</span>}
          </span>
          <Base.RadioItemIndicator className={styles.check}>
            <Check size={16} aria-hidden />
          </Base.RadioItemIndicator>
        </Base.RadioItem>
      ))}
    </Base.RadioGroup>
  )
}

/** A submenu, for an action with many choices. */
export function MenuMore({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}) {
  return (
    <Base.SubmenuRoot>
      <Base.SubmenuTrigger className={styles.item}>
        <span className={styles.name}>{name}</span>
        <ChevronRight size={16} aria-hidden />
      </Base.SubmenuTrigger>
      <Base.Portal>
        <Base.Positioner sideOffset={2} collisionPadding={8} className={styles.place}>
          <Base.Popup className={styles.popup}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.SubmenuRoot>
  )
}

export function MenuSeparator() {
  return <Base.Separator className={styles.separator} />
}
