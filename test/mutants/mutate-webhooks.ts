// Run by hand: `node test/mutants/mutate-webhooks.ts [part of a name]`; see mutate.ts.
import { mutate } from './mutate.ts'
import { mutations } from './webhook-mutations.ts'

await mutate({
  mutations,
  pureTests: ['src/webhooks/delivering/queue.test.ts', 'src/platform/outbound/*.test.ts'],
  databaseTests: [
    'src/webhooks/{delivering,managing}/*.test.ts',
    'test/simulations/webhook-simulation.test.ts',
  ],
})
