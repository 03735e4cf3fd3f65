import { budgetCommands } from './budget.ts'
import type { Command } from './command.ts'
import { connectCommands } from './connect.ts'
import { demoCommand } from './demo.ts'
import { documentCommands } from './documents.ts'
import { expenseCommands } from './expenses.ts'
import { explainCommand } from './explain.ts'
import { forecastCommand } from './forecast.ts'
import { householdCommands } from './households.ts'
import { importCommand } from './import.ts'
import { keyCommands } from './keys.ts'
import { listenCommand } from './listen-command.ts'
import { memberCommands } from './members.ts'
import { migrateCommand } from './migrate.ts'
import { peopleCommands } from './people.ts'
import { secretsCommands } from './secrets.ts'
import { serveCommand } from './serve-command.ts'
import { syncCommand } from './sync.ts'
import { walletCommands } from './wallet.ts'

/** Every command, in the order of help. */
export const commands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  ...documentCommands,
  demoCommand,
  ...householdCommands,
  ...memberCommands,
  ...peopleCommands,
  ...keyCommands,
  ...connectCommands,
  syncCommand,
  importCommand,
  ...walletCommands,
  ...secretsCommands,
  listenCommand,
  ...expenseCommands,
  ...budgetCommands,
  forecastCommand,
  explainCommand,
]
