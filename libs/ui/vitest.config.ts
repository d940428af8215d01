import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    // Style sheets are left out of tests, but for those that a test reads as text.
    css: { include: /(?:tokens|markdown)\.css\?raw/ },
  },
})
