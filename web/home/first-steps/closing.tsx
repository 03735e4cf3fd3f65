import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Buttons } from '#web/ui/stack.tsx'
import type { HomeData } from '../home-data.ts'
import styles from './first-steps.module.css'

type Props = { readonly data: HomeData; readonly onClose: () => void }

/** Ends the first steps: says what the number means, and what happens by itself from now on. */
export function Closing({ data, onClose }: Props) {
  const text = useText()
  const words = text.firstSteps.closing
  const formats = useFormats()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button has gone, so the focus goes to what takes its place.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const { currency, daily, next_payday: payday } = data
  const { free_to_spend: free, expenses, goals, cards } = data.money[0]!
  const money = (cents: number) => formats.money(cents, currency)
  const facts = [
    free < 0
      ? text.home.overdrawn
      : daily === null
        ? words.free
        : words.daily(money(daily.amount), formats.day(daily.until, 'weekday')),
    words.aside(money(expenses + goals + cards)),
    payday !== null &&
      payday.funded > 0 &&
      words.next(formats.day(payday.date, 'weekday'), money(payday.funded)),
  ].filter((fact) => fact !== false)
  return (
    <section className={styles.closing} aria-labelledby="closing">
      <h2 id="closing" ref={heading} tabIndex={-1} className="money">
        {words.title(money(free))}
      </h2>
      <ul className={styles.facts}>
        {facts.map((fact) => (
          <li key={fact}>
            <Check size={18} strokeWidth={2.5} aria-hidden />
            <span className="money">{fact}</span>
          </li>
        ))}
      </ul>
      <Buttons>
        <Button look="primary" onClick={onClose}>
          {words.done}
        </Button>
        <Link to="/plan" search={{}} className={buttonClass()}>
          {words.plan}
        </Link>
      </Buttons>
    </section>
  )
}
