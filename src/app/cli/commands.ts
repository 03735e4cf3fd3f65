import { accessCommand } from '#/app/cli/commands/access.ts'
import { backupCommands } from '#/app/cli/commands/backups.ts'
import { budgetCommands } from '#/app/cli/budgeting/budget.ts'
import { calendarFeedCommands } from '#/app/cli/budgeting/calendar-feed.ts'
import type { Command } from '#/app/cli/parsing/command.ts'
import { completionOf } from '#/app/cli/completion/completion-command.ts'
import { connectCommands } from '#/app/cli/commands/connect.ts'
import { demoCommand } from '#/app/cli/commands/demo.ts'
import { doctorCommand, mailCommand } from '#/app/cli/commands/doctor.ts'
import { documentCommands } from '#/app/cli/commands/documents.ts'
import { eventsCommand } from '#/app/cli/commands/events.ts'
import { expenseCommands } from '#/app/cli/budgeting/expenses.ts'
import { explainCommand } from '#/app/cli/budgeting/explain.ts'
import { forecastCommand } from '#/app/cli/budgeting/forecast.ts'
import { householdCommands } from '#/app/cli/commands/households.ts'
import { importCommand } from '#/app/cli/budgeting/import.ts'
import { keyCommands } from '#/app/cli/commands/keys.ts'
import { listenCommand } from '#/app/cli/commands/listen-command.ts'
import { memberCommands } from '#/app/cli/commands/members.ts'
import { moveCommands } from '#/app/cli/commands/migrate-from.ts'
import { mcpCommand } from '#/app/cli/mcp/mcp-command.ts'
import { distributeCommand, migrateCommand } from '#/app/cli/commands/migrate.ts'
import { operatorCommands } from '#/app/cli/commands/operators.ts'
import { personCommands } from '#/app/cli/commands/person.ts'
import { peopleCommands } from '#/app/cli/commands/people.ts'
import { revokeCommand } from '#/app/cli/commands/revoke.ts'
import { secretsCommands } from '#/app/cli/commands/secrets.ts'
import { serveCommand } from '#/app/cli/commands/serve-command.ts'
import { syncCommand } from '#/app/cli/commands/sync.ts'
import { walletCommands } from '#/app/cli/commands/wallet.ts'
import { webhookCommands } from '#/app/cli/commands/webhooks.ts'
import { whyCommand } from '#/app/cli/budgeting/why.ts'
import { loginCommand } from '#/app/cli/remote/login.ts'
import { planCommand } from '#/app/cli/budgeting/plan.ts'
import { summaryCommand } from '#/app/cli/budgeting/summary.ts'
import { transactionCommands } from '#/app/cli/budgeting/transactions.ts'
import { triggerCommand } from '#/app/cli/remote/trigger.ts'
import { profileCommands } from '#/app/cli/remote/profile-commands.ts'

/** Lists every command in the order of the help. */
export const commands: readonly Command[] = [
  serveCommand,
  migrateCommand,
  distributeCommand,
  doctorCommand,
  mailCommand,
  ...backupCommands,
  ...documentCommands,
  demoCommand,
  ...householdCommands,
  ...memberCommands,
  ...peopleCommands,
  ...personCommands,
  ...operatorCommands,
  ...keyCommands,
  ...connectCommands,
  syncCommand,
  importCommand,
  ...moveCommands,
  ...walletCommands,
  ...calendarFeedCommands,
  ...webhookCommands,
  accessCommand,
  revokeCommand,
  eventsCommand,
  ...secretsCommands,
  listenCommand,
  mcpCommand,
  triggerCommand,
  loginCommand,
  ...profileCommands,
  ...expenseCommands,
  ...transactionCommands,
  ...budgetCommands,
  summaryCommand,
  planCommand,
  forecastCommand,
  explainCommand,
  whyCommand,
  completionOf(() => commands),
]
