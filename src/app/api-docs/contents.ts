/** A page in the navigation, with one sentence for the overview and for language models. */
export type Listed = { readonly name: string; readonly about: string }

type Group = { readonly title: string; readonly pages: readonly Listed[] }

const pages = (about: Readonly<Record<string, string>>): readonly Listed[] =>
  Object.entries(about).map(([name, text]) => ({ name, about: text }))

/** All guides, in the order of the navigation. `docs/decisions` is left out: it concerns people who change Earmark itself. */
export const listed: readonly Group[] = [
  {
    title: 'Quick start',
    pages: pages({
      'quick-start/debian': 'Install the package on Debian or Ubuntu and send the first request.',
      'quick-start/linux': 'Run the archive on any Linux, without root and without Node.',
      'quick-start/docker': 'Start a container with everything in it, or with its own PostgreSQL.',
      'quick-start/macos': 'Run the npm package on a Mac.',
      'quick-start/raspberry-pi': 'Install on a Raspberry Pi with a 64-bit system, or on a NAS.',
    }),
  },
  {
    title: 'Build',
    pages: pages({
      'api-guide': 'From a key to a webhook by ten requests, then every rule of the API.',
      'sdk-typescript': 'Call the API from TypeScript, in browsers and in Node.',
      'sdk-python': 'Call the API from Python, with and without asyncio.',
      mcp: 'Let an assistant read the budget, and write to it if its key may.',
      'command-line': 'The operator’s commands, their output and their exit codes.',
      'remote-command-line': 'Use a household from any machine by a key.',
      'verify-webhooks': 'Check signatures, with a function to copy in five languages.',
      wallet: 'Push payments the moment that they are made.',
      export: 'CSV, Excel, hledger, Beancount, and the archive of a year.',
      'household-document': 'Load and export a household as one JSON document.',
    }),
  },
  {
    title: 'Recipes',
    pages: pages({
      'recipes/home-assistant': 'A sensor with what is free to spend.',
      'recipes/n8n': 'A workflow that starts with each new payment.',
      'recipes/google-sheets': 'A sheet that follows every transaction.',
      'recipes/apple-shortcuts': 'The number on an iPhone or a watch, and a button to record cash.',
      'recipes/grafana': 'A dashboard of the budget, and one of the server.',
      'recipes/hledger': 'A journal for plain text accounting that balances.',
    }),
  },
  {
    title: 'Bring data in',
    pages: pages({
      'import-files': 'Statements as CSV, Excel, OFX, CAMT, MT940 and QIF.',
      'bank-connections': 'SimpleFIN, Plaid and Enable Banking: how and when imports run.',
      phones: 'Offline use, payments from the phone, the number as a button.',
      'moving-in': 'Bring everything along from YNAB, Actual, Mint and five others.',
      'names-and-categories': 'How an imported payment gets its name and its category.',
    }),
  },
  {
    title: 'Understand',
    pages: pages({
      engine: 'How money is set aside on paydays, and spent.',
      assignments: 'How a payment finds the money that was set aside for it.',
      notices: 'What Earmark says by itself, when, and where it reaches you.',
      'calendar-feed': 'Bills, paydays and low points in your own calendar.',
      cards: 'How the debt of a card is covered.',
      'keeping-accounts-right': 'Delete with undo, reconcile, and enter values.',
      proposals: 'Bills and paydays that past payments suggest.',
    }),
  },
  {
    title: 'Run',
    pages: pages({
      installing: 'Every way to install, upgrade and remove Earmark.',
      operating: 'Settings, commands, and several processes.',
      'behind-a-proxy': 'https by Caddy, nginx, Traefik or Tailscale.',
      scaling: 'Several processes, PgBouncer, a standby and its fail-over.',
      backups: 'One sealed file, another machine, another PostgreSQL.',
      monitoring: 'The doctor, metrics, and the log.',
      security: 'Trust boundaries, what each secret opens, and what to do when one is lost.',
      mail: 'The mail server, what is mailed, and what happens when it fails.',
      'single-sign-on': 'Signing in through a provider of OpenID Connect.',
      people: 'Signing in, invitations, roles, and history.',
      versions: 'What a version promises.',
      performance: 'Measurements, and how they were made.',
      'web-application': 'How a screen is made, its limits, and its tests.',
    }),
  },
]
