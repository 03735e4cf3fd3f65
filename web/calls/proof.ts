import { CallFailure } from './failure.ts'

type Prover = () => Promise<boolean>

let prover: Prover | null = null

/** Names who asks people to prove who they are; the answer ends that. */
export function onProofWanted(prove: Prover): () => void {
  prover = prove
  return () => {
    if (prover === prove) prover = null
  }
}

/**
 * Does something that may need a recent proof of who one is. Where the server wants one the person is asked, and it is
 * done after all; where they decline, it fails with what the server said.
 */
export async function withProof<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } catch (error) {
    const wanted = error instanceof CallFailure && error.code === 'sudo_required'
    if (!wanted || prover === null || !(await prover())) throw error
    return act()
  }
}
