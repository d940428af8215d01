import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Tests in folders of this name run only in `npm run test:all`. Nothing else decides which command runs a test.
 */
export const WIDE_TESTS = '**/wide/**'

/**
 * Tests in folders of this name test only the embedded backend, so `npm run test:real` leaves them out.
 */
export const EMBEDDED_TESTS = '**/embedded/**'

/**
 * Whether a test runs only in `npm run test:all`.
 *
 * @param {string} file
 */
export const isWide = (file) => file.split('/').includes('wide')

const TEST = /^ *(?:it|test)(?:\.each\(?[^(]*|\.for\(?[^(]*)?\(/gm

/**
 * Counts the tests that run only in `npm run test:all`, from their files; a test with a table of cases counts once.
 *
 * @returns {number}
 */
export function countWideTests() {
  const git = ['ls-files', '--', `:(glob)${WIDE_TESTS}/*.test.*`, `:(glob)${WIDE_TESTS}/*.spec.*`]
  const { stdout } = spawnSync('git', git, { cwd: root, encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter(Boolean)
    .flatMap((file) => readFileSync(join(root, file), 'utf8').match(TEST) ?? []).length
}
