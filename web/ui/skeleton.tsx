import styles from './skeleton.module.css'

/** Marks the place of content that is loading. `width` and `height` are CSS lengths. */
export function Skeleton({
  width = '100%',
  height = '1em',
}: {
  readonly width?: string
  readonly height?: string
}) {
  return <span className={styles.skeleton} style={{ width, height }} aria-hidden />
}
