import { Card } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import styles from './home-screen.module.css'

/** Has the shape of the first screen while it loads. */
export function HomeSkeleton() {
  return (
    <div className={styles.home} aria-busy>
      <div>
        <Skeleton width="8em" />
        <p>
          <Skeleton width="5.5em" height="3.75rem" />
        </p>
        <Skeleton width="16em" />
      </div>
      <div className={styles.columns}>
        {[420, 300].map((height) => (
          <Card key={height}>
            <Skeleton height={`${height}px`} />
          </Card>
        ))}
      </div>
    </div>
  )
}
