import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { themePlugin } from '../../libs/ui/src/theme/theme-plugin'
import precompress from '../../scripts/lib/vite-precompress.mjs'
import { leanAuth } from './lean-auth'

/** Packages that every screen needs: one file, which stays in caches when only the portal changes. */
const FOUNDATION =
  /\/node_modules\/(?:(?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack|@supabase)\/|lucide-react\/dist\/esm\/(?:shared|Icon|create|context))/

export default defineConfig({
  base: '/',
  resolve: {
    // The package's own map offers two endings for a path; bundlers look at the first alone.
    alias: [
      {
        find: /^@rookies\/ui\/(.+)$/,
        replacement: fileURLToPath(new URL('../../libs/ui/src/$1', import.meta.url)),
      },
    ],
  },
  plugins: [react(), themePlugin(), leanAuth(), precompress()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // What a lesson weighs is counted from the manifest.
    manifest: true,
    rolldownOptions: {
      output: { codeSplitting: { groups: [{ name: 'foundation', test: FOUNDATION }] } },
    },
  },
})
