/** Shown in place of the web application if it has not been built. The API works anyway. */
export const notBuiltPage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Earmark</title></head>
  <body>
    <h1>The web application has not been built</h1>
    <p>Run <code>npm run build</code> in Earmark’s folder, then reload this page. The API is served meanwhile; its reference is at <a href="/docs">/docs</a>.</p>
  </body>
</html>
`

/** The same for the log of a server that starts without it. */
export const NOT_BUILT = 'The web application has not been built; run `npm run build`.'
