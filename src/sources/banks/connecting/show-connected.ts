import type { Call } from '#/platform/runtime/call.ts'
import { showSelection } from '#/sources/banks/connections/selection.ts'
import type { BankProvider } from '#/sources/provider/bank-provider.ts'

/** Answers with the selection of a connection, preceded by its id. */
export async function showConnected(call: Call, connectionId: string, provider: BankProvider) {
  const { json } = (await showSelection(call, connectionId, provider))!
  return { json: `{"connection_id":${JSON.stringify(connectionId)},${json.slice(1)}` }
}
