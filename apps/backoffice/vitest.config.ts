import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config'

export default mergeConfig(
  vite,
  // jsdom renders antd's components slowly, and more slowly under load.
  defineConfig({ test: { environment: 'jsdom', testTimeout: 60_000 } }),
)
