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
import { createDemoHousehold, createHousehold } from '#/people/create-household.ts'
import { deleteAccount } from '#/people/delete-account.ts'
import { showEntrance } from '#/people/entrance.ts'
import { changeProfile } from '#/people/profile.ts'
import { checkResetLink, resetPassword, setPassword } from '#/people/set-password.ts'
import { checkSetupLink, setUp, startDemo } from '#/people/set-up.ts'
import { proveMyselfWithPasskey, signInWithPasskey } from '#/people/sign-in-with-passkey.ts'
import { proveMyself, signIn } from '#/people/sign-in.ts'
import { sessionsApp } from '#/access/sessions/app-contract.ts'
import { listMyEvents } from '#/access/sessions/list-events.ts'
import {
  chooseHousehold,
  endOtherSessions,
  endSession,
  listSessions,
  signOut,
} from '#/access/sessions/manage.ts'
import { whoAmI } from '#/access/sessions/who-am-i.ts'
import { bindVisits, type VisitRoutes } from './session-api.ts'

/** What the application asks for people, below `/app/api` like the rest. */
export const visitRoutes: VisitRoutes = [
  ...bindVisits(people, {
    showEntrance,
    checkSetupLink,
    setUp,
    startDemo,
    signIn,
    signInWithPasskey,
    proveMyself,
    proveMyselfWithPasskey,
    changeProfile,
    deleteAccount,
    setPassword,
    checkResetLink,
    resetPassword,
    checkInvitation,
    acceptInvitation,
    createHousehold,
    createDemoHousehold,
  }),
  ...bindVisits(sessionsApp, {
    signOut,
    whoAmI,
    chooseHousehold,
    listSessions,
    endSession,
    endOtherSessions,
    listMyEvents,
  }),
  ...bindVisits(access, { showMyAccess, endMyAccess, forgetBrowser }),
  ...bindVisits(factors, {
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
