/** Features of browsers that no page of ours uses, and that no script on one may ask for (Permissions Policy). */
export const UNUSED_FEATURES =
  'camera=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()'

/**
 * The policy of our pages (Content Security Policy, level 3): they load from this origin only, and no text becomes a
 * script except the address of our own service worker (`web/shell/worker.ts`).
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types earmark-worker',
].join('; ')
