import { Outlet } from '@tanstack/react-router'
import { useText } from '#web/text/text.tsx'
import { Page } from '#web/ui/page.tsx'
import { SectionTabs } from '#web/ui/section-tabs.tsx'

/** Shows what programs do with the household's data: keys, requests and webhooks. */
export function DevelopersScreen() {
  const { title, tabs } = useText().developers
  return (
    <Page title={title}>
      <SectionTabs
        label={title}
        tabs={[
          { to: '/developers', name: tabs.overview },
          { to: '/developers/keys', name: tabs.keys },
          { to: '/developers/requests', name: tabs.requests },
          { to: '/developers/webhooks', name: tabs.webhooks },
        ]}
      />
      <Outlet />
    </Page>
  )
}
