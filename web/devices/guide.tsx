import type { ReactNode } from 'react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Words } from '#web/ui/stack.tsx'
import styles from './devices.module.css'
import type { Handed } from './link.ts'
import { HttpPayments, IphonePayments, TaskerPayments } from './payment-steps.tsx'
import { HttpNumber, IphoneNumber } from './number-steps.tsx'
import type { StepsProps } from './step.tsx'
import { useDeviceWords } from './words.ts'

export type Platform = 'iphone' | 'tasker' | 'http'

const guides = {
  payments: { iphone: IphonePayments, tasker: TaskerPayments, http: HttpPayments },
  number: { iphone: IphoneNumber, http: HttpNumber },
} satisfies Record<Handed['kind'], Partial<Record<Platform, (props: StepsProps) => ReactNode>>>

/** The steps for each kind of phone, with everything to copy. */
export function Guide({ address, handed: { kind, secret, digits } }: GuideProps) {
  const words = useDeviceWords()
  const [chosen, setChosen] = useState<Platform>(isAndroid() ? 'http' : 'iphone')
  const offered: Partial<Record<Platform, (props: StepsProps) => ReactNode>> = guides[kind]
  const Steps = offered[chosen] ?? guides[kind].http
  return (
    <>
      <fieldset className={styles.platforms}>
        <legend className="unseen">{words.platform}</legend>
        {(Object.keys(offered) as Platform[]).map((platform) => (
          <Button
            key={platform}
            size="small"
            look={platform === chosen ? 'primary' : 'plain'}
            aria-pressed={platform === chosen}
            onClick={() => setChosen(platform)}
          >
            {words.platforms[platform]}
          </Button>
        ))}
      </fieldset>
      {kind === 'payments' && <Words>{words.about[chosen]}</Words>}
      <ol className={styles.steps}>
        <Steps address={address} secret={secret} digits={digits} />
      </ol>
    </>
  )
}

type GuideProps = { readonly address: string; readonly handed: Handed }

function isAndroid(): boolean {
  return /android/i.test(navigator.userAgent)
}
