import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { readVerifiers } from './developers/verifiers.ts'

const outDir = join(import.meta.dirname, '../dist')

/** Compresses once, while building, what the server would have to compress for every visitor. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle: {
    order: 'post',
    sequential: true,
    handler: () => {
      for (const path of globSync('**/*.{js,css,html,svg,webmanifest}', { cwd: outDir })) {
        const content = readFileSync(join(outDir, path))
        writeFileSync(join(outDir, `${path}.br`), brotliCompressSync(content))
        writeFileSync(join(outDir, `${path}.gz`), gzipSync(content, { level: 9 }))
      }
    },
  },
}

/** The verifiers of webhooks as the documentation has them: one place for people who read and for those who copy. */
const verifiers: Plugin = {
  name: 'verifiers',
  resolveId: (id) => (id === 'virtual:verifiers' ? id : null),
  load: (id) => {
    if (id !== 'virtual:verifiers') return null
    const page = readFileSync(join(import.meta.dirname, '../docs/verify-webhooks.md'), 'utf8')
    return `export const verifiers = ${JSON.stringify(readVerifiers(page))}`
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), verifiers, compressed],
  resolve: { alias: { '#web': import.meta.dirname, '#': join(import.meta.dirname, '../src') } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2023',
    // Nothing is inlined: the policy of the pages wants every style and script from this origin.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
})
