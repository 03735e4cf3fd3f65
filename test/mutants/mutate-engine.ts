// Run by hand: `node test/mutants/mutate-engine.ts [part of a name]`; see mutate.ts.
import { mutations } from './engine-mutations.ts'
import { mutate } from './mutate.ts'

await mutate({
  mutations,
  pureTests: [
    'src/core/calendar/*.test.ts',
    'src/budget/expenses/rules/{card-reserve,contribution,explain,lanes,plan-again,postings,reserve,roll-over,settlement}.test.ts',
    'src/budget/funding/rules/{agreement,forecast,invariants,movements,plan,process-days}.test.ts',
  ],
  databaseTests: [
    'src/budget/funding/run-due.test.ts',
    'src/documents/load.test.ts',
    'src/access/households/reach-back.test.ts',
    'test/simulations/engine-operations.test.ts',
  ],
})
