import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/calls/call.ts'
import { refresh } from '#web/calls/changes.ts'
import { withProof } from '#web/calls/proof.ts'
import { makePasskey } from './passkey.ts'

/** Creates a passkey on this device and stores it under a name. Nothing is stored if the person cancels. */
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
    // Frees the credential at once, because it works only once.
    gcTime: 0,
  })
}
