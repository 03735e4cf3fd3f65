import { Outlet } from '@tanstack/react-router'
import { useSession } from '#web/shell/session.ts'
import { useText } from '#web/text/text.tsx'
import { Page } from '#web/ui/page.tsx'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

/** The settings of the household, its members, and the person. */
export function SettingsScreen() {
  const { title, tabs } = useText().settings
  const isOperator = useSession()?.operator === true
  return (
    <Page title={title}>
      <SectionTabs
        label={title}
        tabs={[
          { to: '/settings', name: tabs.household },
          { to: '/settings/categories', name: tabs.categories },
          { to: '/settings/people', name: tabs.people },
          { to: '/settings/you', name: tabs.you },
          { to: '/settings/sessions', name: tabs.sessions },
          { to: '/settings/access', name: tabs.access },
          { to: '/settings/notices', name: tabs.notices },
          { to: '/settings/data', name: tabs.data },
          ...(isOperator
            ? ([
                { to: '/settings/backups', name: tabs.backups },
                { to: '/settings/mail', name: tabs.mail },
              ] as const)
            : []),
        ]}
      />
      <Outlet />
    </Page>
  )
}
