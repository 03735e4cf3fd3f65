import type { Command } from '#/app/cli/parsing/command.ts'

type Load = () => Promise<readonly Command[]>

const budget: Load = async () => (await import('#/app/cli/budgeting/budget.ts')).budgetCommands
const plan: Load = async () => (await import('#/app/cli/budgeting/expenses.ts')).expenseCommands
const transactions: Load = async () => [
  ...(await import('#/app/cli/budgeting/transactions.ts')).transactionCommands,
  ...(await import('#/app/cli/budgeting/budget.ts')).budgetCommands,
]
const profiles: Load = async () =>
  (await import('#/app/cli/remote/profile-commands.ts')).profileCommands
const backups: Load = async () => (await import('#/app/cli/commands/backups.ts')).backupCommands

/**
 * The commands by their first word, where loading all others would take longer than the work. Backups also leave the
 * memory to the server beside them.
 */
const loads: ReadonlyMap<string, Load> = new Map([
  ['serve', async () => [(await import('#/app/cli/commands/serve-command.ts')).serveCommand]],
  ['login', async () => [(await import('#/app/cli/remote/login.ts')).loginCommand]],
  ['logout', profiles],
  ['profile', profiles],
  ['trigger', async () => [(await import('#/app/cli/remote/trigger.ts')).triggerCommand]],
  ['listen', async () => [(await import('#/app/cli/commands/listen-command.ts')).listenCommand]],
  ['plan', async () => [(await import('#/app/cli/budgeting/plan.ts')).planCommand]],
  ['summary', async () => [(await import('#/app/cli/budgeting/summary.ts')).summaryCommand]],
  ['forecast', async () => [(await import('#/app/cli/budgeting/forecast.ts')).forecastCommand]],
  ['explain', async () => [(await import('#/app/cli/budgeting/explain.ts')).explainCommand]],
  ['why', async () => [(await import('#/app/cli/budgeting/why.ts')).whyCommand]],
  ['import', async () => [(await import('#/app/cli/budgeting/import.ts')).importCommand]],
  ['transaction', transactions],
  ['webhook', async () => (await import('#/app/cli/commands/webhooks.ts')).webhookCommands],
  ['backup', backups],
  ['restore', backups],
  ['household', async () => (await import('#/app/cli/commands/households.ts')).householdCommands],
  ['key', async () => (await import('#/app/cli/commands/keys.ts')).keyCommands],
  ['doctor', async () => [(await import('#/app/cli/commands/doctor.ts')).doctorCommand]],
  ...['expense', 'card', 'group', 'schedule'].map((word) => [word, plan] as const),
  ...['category', 'rule', 'settings', 'account', 'match', 'past', 'suggestion', 'audit'].map(
    (word) => [word, budget] as const,
  ),
])

/** The first words whose commands are loaded alone. */
export const loadedAlone: readonly string[] = [...loads.keys()]

/** Loads the commands that a line may mean: those of its first word, or all of them. */
export async function findCommands([first = '']: readonly string[]): Promise<readonly Command[]> {
  const load = loads.get(first)
  if (load) return (await load()).filter(({ words }) => words.split(' ')[0] === first)
  return (await import('./commands.ts')).commands
}
