import { consentsApp } from '#/sources/banks/connections/consents-contract.ts'
import { connectionsApp } from '#/sources/banks/connections/app-contract.ts'
import { chooseFollowed, listOffered } from '#/sources/banks/connections/selection.ts'
import { importsApp } from '#/sources/files/app-contract.ts'
import { cancelImport, commitImport } from '#/sources/files/commit.ts'
import { requireUploadRoom } from '#/sources/files/quota.ts'
import { listImports, showImport } from '#/sources/files/show.ts'
import { stateImportBalance } from '#/sources/files/state-balance.ts'
import { undoImport } from '#/sources/files/undo.ts'
import { movesApp } from '#/sources/moving-in/app-contract.ts'
import { cancelMove, commitMove } from '#/sources/moving-in/commit.ts'
import { listMoves, showMove } from '#/sources/moving-in/show.ts'
import { takeBackMove } from '#/sources/moving-in/undo.ts'
import { matchesApp, returnsApp } from '#/sources/intake/suggestions/app-contract.ts'
import {
  acceptMatchSuggestion,
  dismissMatchSuggestion,
  listMatchSuggestions,
  restoreMatchSuggestion,
} from '#/sources/intake/suggestions/match-suggestions.ts'
import { separateMatchedPayments } from '#/sources/intake/suggestions/separate-match.ts'
import { connectPlaid } from '#/sources/banks/connecting/connect-plaid.ts'
import { connectSimplefin } from '#/sources/banks/connecting/connect-simplefin.ts'
import { followPlaidLink } from '#/sources/banks/connecting/follow-plaid-link.ts'
import { finishBankConsent } from '#/sources/banks/connecting/finish-bank-consent.ts'
import { listBankNames, openBankConsent } from '#/sources/banks/connecting/open-bank-consent.ts'
import { openPlaidLink } from '#/sources/banks/connecting/open-plaid-link.ts'
import { removeConnection } from '#/sources/banks/connecting/remove-connection.ts'
import { resumeConnection } from '#/sources/banks/connecting/resume-connection.ts'
import { showProviders } from '#/sources/banks/connecting/show-providers.ts'
import {
  joinReturned,
  keepApart,
  listReturned,
} from '#/sources/banks/connecting/returned-accounts.ts'
import { walletApp } from '#/sources/wallet/app-contract.ts'
import { createDevice } from '#/sources/wallet/create.ts'
import { linkWalletAccount } from '#/sources/wallet/link.ts'
import { listDevices } from '#/sources/wallet/list.ts'
import { revokeDevice } from '#/sources/wallet/revoke.ts'
import { bind, later, type Routes } from './routes.ts'

const loadPreview = () => import('#/sources/files/preview.ts')
const loadUpload = () => import('#/sources/moving-in/upload.ts')
const loadAccounts = () => import('#/sources/files/choose-accounts.ts')

/** Endpoints of the application that bring payments in: banks, files, wallets and moves. */
export const sourcesRoutes: Routes = [
  ...bind(matchesApp, {
    listMatchSuggestions,
    acceptMatchSuggestion,
    separateMatchedPayments,
    dismissMatchSuggestion,
    restoreMatchSuggestion,
  }),
  ...bind(returnsApp, { listReturned, joinReturned, keepApart }),
  ...bind(walletApp, { createDevice, listDevices, revokeDevice, linkWalletAccount }),
  ...bind(consentsApp, { listBankNames, openBankConsent, finishBankConsent }),
  ...bind(connectionsApp, {
    connectSimplefin,
    showProviders,
    openPlaidLink,
    followPlaidLink,
    connectPlaid,
    listOffered,
    chooseFollowed,
    resumeConnection,
    removeConnection,
  }),
  ...bind(
    importsApp,
    {
      uploadImport: later(async () => (await loadPreview()).uploadImport),
      previewImport: later(async () => (await loadPreview()).previewImport),
      chooseImportAccounts: later(async () => (await loadAccounts()).chooseImportAccounts),
      commitImport,
      cancelImport,
      undoImport,
      stateImportBalance,
      showImport,
      listImports,
    },
    { uploadImport: requireUploadRoom },
  ),
  ...bind(
    movesApp,
    {
      uploadMove: later(async () => (await loadUpload()).uploadMove),
      addMoveFile: later(async () => (await loadUpload()).addMoveFile),
      previewMove: later(async () => (await loadUpload()).previewMove),
      commitMove,
      cancelMove,
      takeBackMove,
      showMove,
      listMoves,
    },
    { uploadMove: requireUploadRoom },
  ),
]
