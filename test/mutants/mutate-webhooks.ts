// Run by hand: `node test/mutants/mutate-webhooks.ts [part of a name]`; see mutate.ts.
import { mutate } from './mutate.ts'
import { mutations } from './webhook-mutations.ts'

await mutate({
  mutations,
  pureTests: ['src/webhooks/{lane,rules}.test.ts', 'src/outbound/*.test.ts'],
  databaseTests: [
    'src/webhooks/{announce,crash,deliver,lease,manage,slots,wire,withdraw,workers}.test.ts',
    'test/simulations/webhook-simulation.test.ts',
  ],
})
