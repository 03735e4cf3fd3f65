import { useText } from '#web/text/text.tsx'
import styles from './river.module.css'

/** The edge of a month with two paydays: level, a step up, level, a step up. */
const EDGE = 'M0,72H9C10,72 10,40 11,40H23C24,40 24,18 25,18H30'
/** The shares of the width at which payments hang. */
const TILES = [0.14, 0.31, 0.47, 0.58, 0.74, 0.9]

/** The river of a household that has no money yet: shows what will be here, without a number. */
export function GhostRiver() {
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
      <figcaption>{words.ghost}</figcaption>
    </figure>
  )
}
