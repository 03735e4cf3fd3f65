import { Tag } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { CategoryMark, hues, type Look } from '#web/categories/category-mark.tsx'
import { icons } from '#web/categories/icons.ts'
import { useText } from '#web/text/text.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Chooses the hue and the icon of a category. */
export function LookFields({
  look,
  onChange,
}: {
  readonly look: Look
  readonly onChange: (look: Look) => void
}) {
  const words = useText().settings.categories
  return (
    <>
      <Choices
        label={words.hue}
        all={hues}
        chosen={look.hue}
        nameOf={(hue) => words.hues[hue]}
        onChoose={(hue) => onChange({ ...look, hue })}
      >
        {(hue) => <CategoryMark look={{ ...look, hue }} />}
      </Choices>
      <Choices
        label={words.icon}
        all={Object.keys(icons)}
        chosen={look.icon}
        nameOf={words.iconNamed}
        onChoose={(icon) => onChange({ ...look, icon })}
      >
        {(icon) => {
          const Icon = icons[icon] ?? Tag
          return <Icon size={18} aria-hidden />
        }}
      </Choices>
    </>
  )
}

type ChoicesProps<One extends string> = {
  readonly label: string
  readonly all: readonly One[]
  readonly chosen: string
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
      <div role="radiogroup" aria-labelledby={id} onKeyDown={press}>
        {all.map((one, index) => (
          <button
            key={one}
            type="button"
            role="radio"
            className={buttonClass(one === chosen ? 'plain' : 'quiet', 'small')}
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
