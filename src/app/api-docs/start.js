// Runs in the browser, after Swagger UI has loaded.
globalThis.SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  // The badge would send the document's address to another host.
  validatorUrl: null,
  // A key typed here is forgotten with the page.
  persistAuthorization: false,
  // The API refuses a session cookie beside a key, and the reader may be signed in.
  requestInterceptor: (request) => Object.assign(request, { credentials: 'omit' }),
})
