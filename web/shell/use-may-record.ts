import { useSession } from './session.ts'

/** False for people who may only read: the household’s standing allows no writes, or they are in none. */
export function useMayRecord(): boolean {
  const standing = useSession()?.household?.standing
  return standing === 'active' || standing === 'trialing'
}
