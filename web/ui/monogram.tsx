import { hueOfName, type Look } from './look.ts'
import { paintOf } from './mark.tsx'
import styles from './mark.module.css'

/** The face of a payee: the first letter of the name, on the hue of the category or one of its own. The name stands beside it. */
export function Monogram({
  name,
  look,
}: {
  readonly name: string
  readonly look: Pick<Look, 'hue'> | null
}) {
  return (
    <span className={styles.mark} style={paintOf(look ?? { hue: hueOfName(name) })} aria-hidden>
      {/\p{L}|\p{N}/u.exec(name)?.[0].toUpperCase() ?? '·'}
    </span>
  )
}
