import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router'
import { readAccountsSearch } from './accounts/search.ts'
import { readCalendarSearch } from './calendar/search.ts'
import { readRequestsSearch } from './developers/request-search.ts'
import { HomeScreen } from './home/home-screen.tsx'
import { readImportSearch } from './imports/search.ts'
import { readMoveSearch } from './moving-in/search.ts'
import { readInsightsSearch } from './insights/search.ts'
import { Missing } from './shell/missing.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { Shell } from './shell/shell.tsx'
import { readPlanSearch } from './plan/search.ts'
import { readWayBack } from './sign-in/way-back.ts'
import { readFilters } from './transactions/filters.ts'

// Lists every address of the application. Home is in the first script because people start there; every other screen is loaded
// on navigation. To add a screen, add its route here, its place in `shell/places.ts` and its texts in `text`.

const root = createRootRoute({ notFoundComponent: Missing })

/** Screens for signed-in people, inside the navigation. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: HomeScreen,
})

const transactions = createRoute({
  getParentRoute: () => inside,
  path: '/transactions',
  validateSearch: readFilters,
  component: lazyRouteComponent(
    () => import('./transactions/transactions-screen.tsx'),
    'TransactionsScreen',
  ),
})

const plan = createRoute({
  getParentRoute: () => inside,
  path: '/plan',
  validateSearch: readPlanSearch,
  component: lazyRouteComponent(() => import('./plan/plan-screen.tsx'), 'PlanScreen'),
})

const planned = createRoute({
  getParentRoute: () => plan,
  path: '$id',
  component: lazyRouteComponent(() => import('./plan/expense-details.tsx'), 'ExpenseDetails'),
})

const calendar = createRoute({
  getParentRoute: () => inside,
  path: '/calendar',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./calendar/calendar-screen.tsx'), 'CalendarScreen'),
})

/** The calendar's address until it had bills, which people have kept. */
const paydays = createRoute({
  getParentRoute: () => inside,
  path: '/paydays',
  validateSearch: readCalendarSearch,
  beforeLoad: ({ search }) => redirect({ to: '/calendar', search, throw: true }),
})

/** The frame of the insights, with the period that all of them show. */
const insights = createRoute({
  getParentRoute: () => inside,
  path: '/insights',
  validateSearch: readInsightsSearch,
  component: lazyRouteComponent(() => import('./insights/insights-page.tsx'), 'InsightsPage'),
})

/** Spending is the first tab. */
const insightsFirst = createRoute({
  getParentRoute: () => insights,
  path: '/',
  beforeLoad: ({ search }) => redirect({ to: '/insights/spending', search, throw: true }),
})

const spending = createRoute({
  getParentRoute: () => insights,
  path: '/spending',
  component: lazyRouteComponent(() => import('./insights/spending-screen.tsx'), 'SpendingScreen'),
})

const cashFlow = createRoute({
  getParentRoute: () => insights,
  path: '/cash-flow',
  component: lazyRouteComponent(() => import('./insights/cash-flow-screen.tsx'), 'CashFlowScreen'),
})

const subscriptions = createRoute({
  getParentRoute: () => insights,
  path: '/subscriptions',
  component: lazyRouteComponent(
    () => import('./insights/subscriptions-screen.tsx'),
    'SubscriptionsScreen',
  ),
})

const netWorth = createRoute({
  getParentRoute: () => insights,
  path: '/net-worth',
  component: lazyRouteComponent(() => import('./insights/net-worth-screen.tsx'), 'NetWorthScreen'),
})

const accounts = createRoute({
  getParentRoute: () => inside,
  path: '/accounts',
  validateSearch: readAccountsSearch,
  component: lazyRouteComponent(() => import('./accounts/accounts-screen.tsx'), 'AccountsScreen'),
})

const importing = createRoute({
  getParentRoute: () => inside,
  path: '/accounts/import',
  validateSearch: readImportSearch,
  component: lazyRouteComponent(() => import('./imports/import-screen.tsx'), 'ImportScreen'),
})

/** Where banks of Europe send people back. */
const bankReturn = createRoute({
  getParentRoute: () => inside,
  path: '/connections/enable-banking',
  validateSearch: ({ state, code, error }): { state?: string; code?: string; error?: string } => ({
    ...(typeof state === 'string' && { state }),
    ...(typeof code === 'string' && { code }),
    ...(typeof error === 'string' && { error }),
  }),
  component: lazyRouteComponent(() => import('./accounts/bank-return.tsx'), 'BankReturn'),
})

const movingIn = createRoute({
  getParentRoute: () => inside,
  path: '/accounts/move-in',
  validateSearch: readMoveSearch,
  component: lazyRouteComponent(() => import('./moving-in/move-screen.tsx'), 'MoveScreen'),
})

const developers = createRoute({
  getParentRoute: () => inside,
  path: '/developers',
  component: lazyRouteComponent(
    () => import('./developers/developers-screen.tsx'),
    'DevelopersScreen',
  ),
})

const developersOverview = createRoute({
  getParentRoute: () => developers,
  path: '/',
  component: lazyRouteComponent(() => import('./developers/overview.tsx'), 'Overview'),
})

const keys = createRoute({
  getParentRoute: () => developers,
  path: '/keys',
  validateSearch: (search): { new?: '1' } => (search['new'] === '1' ? { new: '1' } : {}),
  component: lazyRouteComponent(() => import('./developers/keys.tsx'), 'Keys'),
})

const requests = createRoute({
  getParentRoute: () => developers,
  path: '/requests',
  validateSearch: readRequestsSearch,
  component: lazyRouteComponent(() => import('./developers/requests.tsx'), 'Requests'),
})

const webhooks = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./developers/webhooks.tsx'), 'Webhooks'),
})

const webhook = createRoute({
  getParentRoute: () => developers,
  path: '/webhooks/$id',
  component: lazyRouteComponent(() => import('./developers/webhook-screen.tsx'), 'WebhookScreen'),
})

const settings = createRoute({
  getParentRoute: () => inside,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings/settings-screen.tsx'), 'SettingsScreen'),
})

const household = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('./settings/household.tsx'), 'Household'),
})

const categories = createRoute({
  getParentRoute: () => settings,
  path: '/categories',
  component: lazyRouteComponent(() => import('./settings/categories.tsx'), 'Categories'),
})

const people = createRoute({
  getParentRoute: () => settings,
  path: '/people',
  component: lazyRouteComponent(() => import('./settings/people.tsx'), 'People'),
})

const you = createRoute({
  getParentRoute: () => settings,
  path: '/you',
  component: lazyRouteComponent(() => import('./settings/you.tsx'), 'You'),
})

const sessions = createRoute({
  getParentRoute: () => settings,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./settings/sessions.tsx'), 'Sessions'),
})

const access = createRoute({
  getParentRoute: () => settings,
  path: '/access',
  component: lazyRouteComponent(() => import('./settings/access.tsx'), 'Access'),
})

const householdData = createRoute({
  getParentRoute: () => settings,
  path: '/data',
  component: lazyRouteComponent(() => import('./settings/data.tsx'), 'HouseholdData'),
})

const backups = createRoute({
  getParentRoute: () => settings,
  path: '/backups',
  component: lazyRouteComponent(() => import('./backups/backups-screen.tsx'), 'BackupsScreen'),
})

const mail = createRoute({
  getParentRoute: () => settings,
  path: '/mail',
  component: lazyRouteComponent(() => import('./mail/mail-screen.tsx'), 'MailScreen'),
})

const notices = createRoute({
  getParentRoute: () => settings,
  path: '/notices',
  component: lazyRouteComponent(() => import('./notices/notices-screen.tsx'), 'NoticesScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string } => {
    const to = readWayBack(search['to'], location.origin)
    return to === null ? {} : { to }
  },
  component: lazyRouteComponent(() => import('./sign-in/sign-in-screen.tsx'), 'SignInScreen'),
})

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  component: lazyRouteComponent(() => import('./sign-in/setup-screen.tsx'), 'SetupScreen'),
})

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite',
  component: lazyRouteComponent(() => import('./sign-in/invite-screen.tsx'), 'InviteScreen'),
})

const demo = createRoute({
  getParentRoute: () => root,
  path: '/demo',
  component: lazyRouteComponent(() => import('./sign-in/demo-screen.tsx'), 'DemoScreen'),
})

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./sign-in/reset-screen.tsx'), 'ResetScreen'),
})

const provider = createRoute({
  getParentRoute: () => root,
  path: '/oidc/$provider',
  component: lazyRouteComponent(() => import('./sign-in/provider-screen.tsx'), 'ProviderScreen'),
})

/** The steps on a phone that scanned the code of a device. */
const device = createRoute({
  getParentRoute: () => root,
  path: '/device',
  component: lazyRouteComponent(() => import('./devices/device-screen.tsx'), 'DeviceScreen'),
})

const tree = root.addChildren([
  inside.addChildren([
    home,
    transactions,
    plan.addChildren([planned]),
    calendar,
    paydays,
    insights.addChildren([insightsFirst, spending, cashFlow, subscriptions, netWorth]),
    accounts,
    importing,
    bankReturn,
    movingIn,
    developers.addChildren([developersOverview, keys, requests, webhooks, webhook]),
    settings.addChildren([
      household,
      categories,
      people,
      you,
      sessions,
      access,
      notices,
      householdData,
      backups,
      mail,
    ]),
  ]),
  signIn,
  setup,
  invite,
  demo,
  reset,
  provider,
  device,
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
  // Filters appear in the address as plain text: `?search=tea`, not as JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})

/** True if an address requires a session. */
export function isInside(to: ParsedLocation): boolean {
  return router.matchRoutes(to).some(({ routeId }) => routeId === inside.id)
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
