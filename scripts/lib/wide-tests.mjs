import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

/**
 * Tests in a folder of this name, in any project, run in `npm run test:all` only. Nothing else decides which command
 * has a test.
 */
export const WIDE_TESTS = '**/wide/**'

/**
 * Tests in a folder of this name are about promises of the embedded backend alone, so that `npm run test:real` leaves
 * them out.
 */
export const EMBEDDED_TESTS = '**/embedded/**'

/**
 * Whether a test runs in `npm run test:all` only.
 *
 * @param {string} file
 */
export const isWide = (file) => file.split('/').includes('wide')

const TEST = /^ *(?:it|test)(?:\.each\(?[^(]*|\.for\(?[^(]*)?\(/gm

/**
 * Counts the tests that only `npm run test:all` has, as their files say it: a test with a table of cases counts once.
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
