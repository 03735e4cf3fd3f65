import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { readSpendingSearch } from './insights/search.ts'
import { Missing } from './shell/missing.tsx'
import { ScreenFailed } from './shell/screen-failed.tsx'
import { Shell } from './shell/shell.tsx'
import { readPaydaysSearch } from './paydays/search.ts'
import { readPlanSearch } from './plan/search.ts'
import { readFilters } from './transactions/filters.ts'

// Every address of the application, in this one file. A screen is loaded when somebody goes there; to add one, add its
// route here, its place in `shell/places.ts`, and its words in `text`.

const root = createRootRoute({ notFoundComponent: Missing })

/** What is seen by who is signed in: inside the navigation. */
const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: Shell })

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-screen.tsx'), 'HomeScreen'),
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

const paydays = createRoute({
  getParentRoute: () => inside,
  path: '/paydays',
  validateSearch: readPaydaysSearch,
  component: lazyRouteComponent(() => import('./paydays/paydays-screen.tsx'), 'PaydaysScreen'),
})

/** The insights begin with what one has. */
const insights = createRoute({
  getParentRoute: () => inside,
  path: '/insights',
  beforeLoad: () => redirect({ to: '/insights/net-worth', throw: true }),
})

const netWorth = createRoute({
  getParentRoute: () => inside,
  path: '/insights/net-worth',
  component: lazyRouteComponent(() => import('./insights/net-worth-screen.tsx'), 'NetWorthScreen'),
})

const spending = createRoute({
  getParentRoute: () => inside,
  path: '/insights/spending',
  validateSearch: readSpendingSearch,
  component: lazyRouteComponent(() => import('./insights/spending-screen.tsx'), 'SpendingScreen'),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search): { to?: string } => {
    const { to } = search
    return typeof to === 'string' && to.startsWith('/') && !to.startsWith('//') ? { to } : {}
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

const reset = createRoute({
  getParentRoute: () => root,
  path: '/reset',
  component: lazyRouteComponent(() => import('./sign-in/reset-screen.tsx'), 'ResetScreen'),
})

const tree = root.addChildren([
  inside.addChildren([
    home,
    transactions,
    plan.addChildren([planned]),
    paydays,
    insights,
    netWorth,
    spending,
  ]),
  signIn,
  setup,
  invite,
  reset,
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPreloadDelay: 40,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
  // Filters are written as they are read: `?search=tea`, not as JSON.
  parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
  stringifySearch: (search) => {
    const pairs = Object.entries(search).filter(([, value]) => value !== undefined)
    const text = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
