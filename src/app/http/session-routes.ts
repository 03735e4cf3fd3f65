import { backupsApp } from '#/backups/automatic/app-contract.ts'
import { showBackups, takeBackup } from '#/backups/automatic/show.ts'
import { firstVisit } from '#/backups/first-visit/app-contract.ts'
import { addPiece, beginRestore, showRestore, startRestore } from '#/backups/first-visit/upload.ts'
import { access } from '#/people/access/app-contract.ts'
import { endMyAccess, forgetBrowser, showMyAccess } from '#/people/access/mine.ts'
import { factors } from '#/access/sign-in-methods/app-contract.ts'
import {
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '#/access/sign-in-methods/authenticator.ts'
import { declinePasskeyOffer } from '#/access/sign-in-methods/passkey-offer.ts'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  beginPasskeySudo,
  removePasskey,
  renamePasskey,
  showSecurity,
} from '#/access/sign-in-methods/passkeys.ts'
import { acceptInvitation, checkInvitation } from '#/people/accept-invitation.ts'
import { people } from '#/people/app-contract.ts'
import { mailApp } from '#/people/mails/app-contract.ts'
import { removeMail, setMail, showMail, tryMail } from '#/people/mails/settings.ts'
import { askReset } from '#/people/mails/ask-reset.ts'
import { createDemoHousehold, createHousehold } from '#/people/create-household.ts'
import { deleteAccount } from '#/people/delete-account.ts'
import { showEntrance } from '#/people/entrance.ts'
import { openDemo } from '#/people/open-demo.ts'
import { changeProfile } from '#/people/profile.ts'
import { checkResetLink, resetPassword, setPassword } from '#/people/set-password.ts'
import { checkSetupLink, setUp, startDemo } from '#/people/set-up.ts'
import { proveMyselfWithPasskey, signInWithPasskey } from '#/people/sign-in-with-passkey.ts'
import { proveMyself, signIn } from '#/people/sign-in.ts'
import { singleSignOn } from '#/people/single-sign-on/app-contract.ts'
import { beginProviderLink, beginProviderSignIn } from '#/people/single-sign-on/begin.ts'
import { finishProviderLogin } from '#/people/single-sign-on/finish.ts'
import { signOut } from '#/people/single-sign-on/sign-out.ts'
import { unlinkProvider } from '#/people/single-sign-on/unlink.ts'
import { sessionsApp } from '#/access/sessions/app-contract.ts'
import { listMyEvents } from '#/access/sessions/list-events.ts'
import { chooseHousehold } from '#/access/sessions/choose-household.ts'
import { endOtherSessions, endSession } from '#/access/sessions/end.ts'
import { listSessions } from '#/access/sessions/list.ts'
import { whoAmI } from '#/access/sessions/who-am-i.ts'
import { bindSessionRoutes, type SessionRoutes } from './session-api.ts'

/** Maps each endpoint of a person, below `/app/api` like the others, to its function. */
export const sessionRoutes: SessionRoutes = [
  ...bindSessionRoutes(people, {
    showEntrance,
    checkSetupLink,
    setUp,
    startDemo,
    openDemo,
    signIn,
    signInWithPasskey,
    proveMyself,
    proveMyselfWithPasskey,
    changeProfile,
    deleteAccount,
    setPassword,
    askReset,
    checkResetLink,
    resetPassword,
    checkInvitation,
    acceptInvitation,
    createHousehold,
    createDemoHousehold,
  }),
  ...bindSessionRoutes(sessionsApp, {
    signOut,
    whoAmI,
    chooseHousehold,
    listSessions,
    endSession,
    endOtherSessions,
    listMyEvents,
  }),
  ...bindSessionRoutes(singleSignOn, {
    beginProviderSignIn,
    beginProviderLink,
    finishProviderLogin,
    unlinkProvider,
  }),
  ...bindSessionRoutes(mailApp, { showMail, setMail, removeMail, tryMail }),
  ...bindSessionRoutes(backupsApp, { showBackups, takeBackup }),
  ...bindSessionRoutes(firstVisit, { beginRestore, addPiece, startRestore, showRestore }),
  ...bindSessionRoutes(access, { showMyAccess, endMyAccess, forgetBrowser }),
  ...bindSessionRoutes(factors, {
    showSecurity,
    beginAuthenticator,
    confirmAuthenticator,
    removeAuthenticator,
    renewRecoveryCodes,
    beginPasskey,
    addPasskey,
    renamePasskey,
    removePasskey,
    declinePasskeyOffer,
    beginPasskeySignIn,
    beginPasskeySudo,
  }),
]
