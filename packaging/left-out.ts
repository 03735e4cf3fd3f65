// Bundled in place of parts of `undici` that nothing here calls (`bundle.ts`).
export {}
