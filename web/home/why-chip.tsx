import { lazy, Suspense, useState } from 'react'
import { useFormats, useText } from '#web/text/text.tsx'
import { Button } from '#web/ui/button.tsx'
import type { HomeData } from './home-data.ts'
import styles from './why.module.css'

const WhyPanel = lazy(() => import('./why-panel.tsx').then((file) => ({ default: file.WhyPanel })))

/** Says how much the number has changed since yesterday, and opens the reasons. Hidden if it has not changed. */
export function WhyChip({ data }: { readonly data: HomeData }) {
  const words = useText().home.why
  const { money } = useFormats()
  const [open, setOpen] = useState(false)
  const { change, currency } = data
  if (change === null || change.amount === 0) return null
  return (
    <div className={styles.chip}>
      <Button look="quiet" size="small" edge="start" onClick={() => setOpen(true)}>
        <span className="money">
          {words.open(money(change.amount, currency, { signed: true }))}
        </span>
      </Button>
      <Suspense>{open && <WhyPanel onClose={() => setOpen(false)} />}</Suspense>
    </div>
  )
}
