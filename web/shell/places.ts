import {
  CalendarDays,
  ChartLine,
  CodeXml,
  House,
  Landmark,
  List,
  type LucideIcon,
  PiggyBank,
  Settings,
} from 'lucide-react'
import type { Catalogue } from '#web/text/catalogue.ts'
import type { Shortcut } from './shortcuts.ts'

/** A screen in the navigation. */
export type Place = {
  readonly to:
    | '/'
    | '/transactions'
    | '/plan'
    | '/calendar'
    | '/insights'
    | '/accounts'
    | '/developers'
    | '/settings'
  readonly name: (text: Catalogue) => string
  readonly picture: LucideIcon
  readonly shortcut: Shortcut
  /** Shown among the tabs of a phone; the others are behind More. */
  readonly tab: boolean
}

export const places: readonly Place[] = [
  {
    to: '/',
    name: (text) => text.shell.places.home,
    picture: House,
    shortcut: 'goHome',
    tab: true,
  },
  {
    to: '/transactions',
    name: (text) => text.shell.places.transactions,
    picture: List,
    shortcut: 'goTransactions',
    tab: true,
  },
  {
    to: '/plan',
    name: (text) => text.shell.places.plan,
    picture: PiggyBank,
    shortcut: 'goPlan',
    tab: true,
  },
  {
    to: '/calendar',
    name: (text) => text.shell.places.calendar,
    picture: CalendarDays,
    shortcut: 'goCalendar',
    tab: false,
  },
  {
    to: '/insights',
    name: (text) => text.shell.places.insights,
    picture: ChartLine,
    shortcut: 'goInsights',
    tab: false,
  },
  {
    to: '/accounts',
    name: (text) => text.shell.places.accounts,
    picture: Landmark,
    shortcut: 'goAccounts',
    tab: false,
  },
  {
    to: '/developers',
    name: (text) => text.shell.places.developers,
    picture: CodeXml,
    shortcut: 'goDevelopers',
    tab: false,
  },
  {
    to: '/settings',
    name: (text) => text.shell.places.settings,
    picture: Settings,
    shortcut: 'goSettings',
    tab: false,
  },
]
