import { people } from '#/people/app-contract.ts'
import { createDemoHousehold, createHousehold } from '#/people/create-household.ts'
import { showEntrance } from '#/people/entrance.ts'
import { changeProfile, listMyEvents } from '#/people/profile.ts'
import {
  chooseHousehold,
  endOtherSessions,
  endSession,
  listSessions,
  signOut,
} from '#/people/sessions.ts'
import { checkResetLink, resetPassword, setPassword } from '#/people/set-password.ts'
import { checkSetupLink, setUp, startDemo } from '#/people/set-up.ts'
import { proveMyself, signIn } from '#/people/sign-in.ts'
import { whoAmI } from '#/people/who-am-i.ts'
import { bindVisits, type VisitRoutes } from './visits.ts'

/** What the application asks for people, below `/app/api` like the rest. */
export const visitRoutes: VisitRoutes = [
  ...bindVisits(people, {
    showEntrance,
    checkSetupLink,
    setUp,
    startDemo,
    signIn,
    signOut,
    whoAmI,
    chooseHousehold,
    proveMyself,
    listSessions,
    endSession,
    endOtherSessions,
    changeProfile,
    setPassword,
    checkResetLink,
    resetPassword,
    createHousehold,
    createDemoHousehold,
    listMyEvents,
  }),
]
