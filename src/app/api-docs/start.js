// Runs in the browser, after Swagger UI has loaded.
globalThis.SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The badge would send the address of the document to a stranger.
  validatorUrl: null,
  // A key typed in here is forgotten with the page.
  persistAuthorization: false,
  // The API refuses a session cookie beside a key, and a person who reads this may be signed in.
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
})
