export { Earmark, type EarmarkOptions } from './earmark.ts'
export { EarmarkError, type EarmarkErrorOf, type ErrorCode } from './errors.ts'
export { ConnectionError, type Sending, sendSafely } from './send.ts'
export {
  type ChangePage,
  type ChangesFrom,
  type IterateQuery,
  type NewTransaction,
  PartlyRecordedError,
} from './transactions.ts'
export {
  verifyWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookHeaders,
  type WebhookProblem,
  WebhookVerificationError,
} from './verify-webhook.ts'
export type { AnswerFacts, RateWindow, ReadOptions, WriteOptions } from './call.ts'
export type * from './generated/types.ts'
export { operationNames } from './generated/operations.ts'
export { VERSION } from './version.ts'
