// Run by hand: `node test/mutants/mutate-access.ts [part of a name]`; see mutate.ts.
import { mutations } from './access-mutations.ts'
import { mutate } from './mutate.ts'

await mutate({
  mutations,
  pureTests: [
    'src/access/households/{rights,standing}.test.ts',
    'src/access/keys/token.test.ts',
    'src/access/limits/{slots,window}.test.ts',
  ],
  databaseTests: [
    'src/access/limits/session-budget.test.ts',
    'src/access/sign-in-methods/*.test.ts',
    'src/people/sign-in.test.ts',
    'src/people/members/members.test.ts',
  ],
})
