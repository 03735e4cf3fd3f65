/**
 * What pages of ours may load and do (Content Security Policy, level 3): only this origin may be asked for anything, and no
 * text ever becomes a script but the address of our own service worker (`web/shell/worker.ts`).
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
