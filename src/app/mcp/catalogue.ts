import {
  listAccounts,
  listCategories,
  listPaydays,
  listSuggestions,
  netWorth,
  recurringPayments,
  searchTransactions,
  showTransaction,
  spending,
  syncStatus,
} from './read-lists.ts'
import {
  canAfford,
  comingUp,
  explainSetAside,
  forecast,
  plan,
  previewSetAside,
  summary,
  whatChanged,
} from './read-money.ts'
import { reviewMonth } from './review-month.ts'
import type { ReadTool, Tool } from './tool.ts'
import { writeTools } from './writes.ts'

/** Every tool, those first that answer most questions. */
export const tools: readonly Tool[] = [
  summary,
  canAfford,
  plan,
  forecast,
  reviewMonth,
  whatChanged,
  comingUp,
  explainSetAside,
  previewSetAside,
  searchTransactions,
  showTransaction,
  spending,
  recurringPayments,
  netWorth,
  listAccounts,
  listCategories,
  listPaydays,
  listSuggestions,
  syncStatus,
  ...writeTools,
]

/** The tools whose answers are resources too. */
export const resources: readonly ReadTool[] = [summary, plan, forecast]
