import { CallFailure } from './failure.ts'

type Prover = () => Promise<boolean>

let prover: Prover | null = null

/** Registers the function that asks people for a proof of identity. Returns a function that removes it. */
export function onProofWanted(prove: Prover): () => void {
  prover = prove
  return () => {
    if (prover === prove) prover = null
  }
}

/**
 * Runs an action that may need a recent proof of identity. If the server requires one, the person is asked and the action runs
 * again; if they decline, it fails with the server's refusal.
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
