import { lazy, Suspense, useEffect, useState } from 'react'
import { onProofWanted } from '#web/calls/proof.ts'

const ProofDialog = lazy(() =>
  import('#web/sign-in/proof-dialog.tsx').then((file) => ({ default: file.ProofDialog })),
)

/** Asks for a proof of identity whenever an action needs one, then lets the action continue. */
export function Proof() {
  const [answer, setAnswer] = useState<((proved: boolean) => void) | null>(null)
  useEffect(
    () =>
      onProofWanted(
        () =>
          new Promise((resolve) => {
            setAnswer(() => (proved: boolean) => {
              setAnswer(null)
              resolve(proved)
            })
          }),
      ),
    [],
  )
  return <Suspense>{answer && <ProofDialog onEnd={answer} />}</Suspense>
}
