/**
 * @typedef {object} TestConfig
 * @property {RegExp} files the test files in the repository to which the configuration applies
 * @property {string} config path of Vitest's configuration
 * @property {string} report path of Vitest's JSON report
 */

/**
 * Vitest's configurations outside of `apps` and `libs`; each project there has its own.
 *
 * @type {Record<'wire' | 'waits' | 'database' | 'backend' | 'servers', TestConfig>}
 */
export const TEST_CONFIGS = {
  wire: {
    files: /^supabase\/tests\/(?:agreement|attacks|races)\//,
    config: 'supabase/tests/wire.vitest.config.ts',
    report: 'test-results/wire.json',
  },
  waits: {
    files: /^supabase\/tests\/waits\//,
    config: 'supabase/tests/waits.vitest.config.ts',
    report: 'test-results/waits.json',
  },
  database: {
    files: /^supabase\/tests\/(?:wide\/)?[^/]+$/,
    config: 'supabase/tests/vitest.config.ts',
    report: 'test-results/database.json',
  },
  backend: {
    files: /^(?:supabase\/local|scripts)\//,
    config: 'supabase/local/vitest.config.ts',
    report: 'test-results/backend.json',
  },
  servers: {
    files: /^scripts\/check-servers\//,
    config: 'scripts/check-servers/vitest.config.ts',
    report: 'test-results/servers.json',
  },
}
