import type { Asset } from './assets.ts'

/** The page is static: everything that it shows comes from the OpenAPI document. */
export function page(assets: readonly Asset[]): string {
  const styles = assets.filter(({ name }) => name.endsWith('.css'))
  const scripts = assets.filter(({ name }) => name.endsWith('.js'))
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light" />
    <title>Earmark API reference</title>
    <link rel="icon" href="data:," />
${styles.map(({ path }) => `    <link rel="stylesheet" href="/docs${path}" />`).join('\n')}
  </head>
  <body>
    <header class="earmark">
      <a class="earmark-name" href="/">Earmark</a>
      <span>API reference</span>
      <a href="/v1/openapi.json">OpenAPI 3.1 document</a>
    </header>
    <main id="reference">
      <noscript>This page needs JavaScript. The <a href="/v1/openapi.json">OpenAPI document</a> says the same.</noscript>
    </main>
${scripts.map(({ path }) => `    <script src="/docs${path}" defer></script>`).join('\n')}
  </body>
</html>
`
}
