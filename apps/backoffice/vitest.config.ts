import { defineConfig, mergeConfig } from 'vitest/config'
import vite from './vite.config'

export default mergeConfig(
  vite,
  // jsdom draws antd's components slowly, and slower still beside other work.
  defineConfig({ test: { environment: 'jsdom', testTimeout: 60_000 } }),
)
