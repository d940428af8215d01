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
