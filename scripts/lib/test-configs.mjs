/**
 * @typedef {object} TestConfig
 * @property {RegExp} files of the repository that belong to it
 * @property {string} config of Vitest
 * @property {string} report JSON file in which Vitest counts the tests
 */

/**
 * The configurations of Vitest outside of `apps` and `libs`, whose projects have one each.
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
