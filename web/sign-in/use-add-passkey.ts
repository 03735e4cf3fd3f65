import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { withProof } from '#web/calls/proof.ts'
import { makePasskey } from './passkey.ts'

/** Has this device make a passkey, and keeps it under a name. Nothing is made where the person has thought better of it. */
export function useAddPasskey(onMade?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const options = await withProof(() => call('POST /passkeys/options', {}))
      const credential = await makePasskey(options)
      if (credential === null) return false
      await withProof(() => call('POST /passkeys', { body: { name, credential } }))
      return true
    },
    onSuccess: (made) => {
      if (!made) return undefined
      onMade?.()
      return refresh(queries)
    },
    // What proves nobody twice need not be kept either.
    gcTime: 0,
  })
}
