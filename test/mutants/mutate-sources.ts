// Run by hand: `node test/mutants/mutate-sources.ts [part of a name]`; see mutate.ts.
import { mutate } from './mutate.ts'
import { mutations } from './source-mutations.ts'

await mutate({
  mutations,
  pureTests: [
    'src/sources/banks/connections/recognise-accounts.test.ts',
    'src/sources/banks/sync/schedule.test.ts',
    'src/sources/intake/{classify,match-payments}.test.ts',
    'src/sources/simplefin/{quota,translate,translate-errors,windows}.test.ts',
    'src/sources/statements/**/*.test.ts',
    'src/sources/wallet/translate.test.ts',
  ],
  databaseTests: [
    'src/sources/banks/connections/quota.test.ts',
    'src/sources/banks/sync/plaid.test.ts',
    'src/sources/files/{balance,imports}.test.ts',
    'src/sources/wallet/{changes,device}.test.ts',
  ],
})
