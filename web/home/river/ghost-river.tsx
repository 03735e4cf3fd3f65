import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowRight } from 'lucide-react'
import { askFor } from '#web/imports/import.ts'
import { useText } from '#web/text/text.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { showStep, type StepName } from '../first-steps/steps.ts'
import type { HomeData } from '../home-data.ts'
import styles from './river.module.css'

/** The edge of a month with two paydays: level, a step up, level, a step up. */
const EDGE = 'M0,72H9C10,72 10,40 11,40H23C24,40 24,18 25,18H30'
/** The shares of the width at which payments hang. */
const TILES = [0.14, 0.31, 0.47, 0.58, 0.74, 0.9]

/** The river of a household whose number is not known yet: shows what will be here, with the next step on it. */
export function GhostRiver({ data }: { readonly data: HomeData }) {
  const words = useText().home.river
  return (
    <figure className={styles.ghost}>
      <svg className={styles.water} viewBox="0 0 30 100" preserveAspectRatio="none" aria-hidden>
        <path className={styles.ghostArea} d={`${EDGE}V100H0Z`} />
        <path className={styles.ghostEdge} d={EDGE} />
      </svg>
      <div className={styles.ghostTiles} aria-hidden>
        {TILES.map((share) => (
          <span key={share} style={{ insetInlineStart: `${share * 100}%` }} />
        ))}
      </div>
      <div className={styles.ghostWords}>
        <NextStep data={data} />
      </div>
      <figcaption>{words.ghost}</figcaption>
    </figure>
  )
}

/** Leads to the question that comes next; without the list of steps, to the accounts. */
function NextStep({ data }: { readonly data: HomeData }) {
  const text = useText()
  const { firstSteps: words, home } = text
  const [unstated] = data.unstated
  if (!data.first_steps && unstated) return null
  if (!data.first_steps) {
    return (
      <>
        <h2>{home.welcome.title}</h2>
        <p className="soft">{home.welcome.words}</p>
        <Link to="/accounts" className={buttonClass('primary')}>
          {home.welcome.add}
          <ArrowRight size={16} aria-hidden />
        </Link>
      </>
    )
  }
  const next = nextStep(data)
  return (
    <Button onClick={() => showStep(next)}>
      {unstated ? askFor(unstated, text) : words[next].title}
      <ArrowDown size={16} aria-hidden />
    </Button>
  )
}

function nextStep({ counts, unstated }: HomeData): StepName {
  if (counts.accounts === 0 || unstated.length > 0) return 'money'
  return counts.schedules === 0 ? 'pay' : 'bills'
}
