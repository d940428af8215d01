import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { type VectorEntry, zipOf } from '@rookies/course-format/testing/zip-vectors'
import { demo, origin } from './world'

const script = fileURLToPath(new URL('../../scripts/run.mjs', import.meta.url))

/** Runs the import command, and returns its output, even if it fails. */
export async function importCourse(folder: string, ...options: string[]): Promise<string> {
  const { email, password } = demo('admin')
  const run = promisify(execFile)
  try {
    const { stdout, stderr } = await run(
      process.execPath,
      [script, 'import-course', folder, '--url', origin(), ...options],
      { env: { ...process.env, ROOKIES_EMAIL: email, ROOKIES_PASSWORD: password } },
    )
    return stdout + stderr
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return stdout + stderr
  }
}

/** Returns the zip file of a course, ready for a file chooser. */
export function zipFile(entries: Record<string, string> | VectorEntry[], name = 'knots.zip') {
  const list = Array.isArray(entries)
    ? entries
    : Object.entries(entries).map(([path, data]) => ({ name: path, data }))
  return { name, mimeType: 'application/zip', buffer: Buffer.from(zipOf(list)) }
}

/** Chooses the file on the import screen. */
export async function chooseZip(page: Page, file: ReturnType<typeof zipFile>): Promise<void> {
  await page.locator('input[type=file][accept]').setInputFiles(file)
}

/** Returns the number above a label. */
export function figure(page: Page, label: string) {
  return page
    .getByRole('group', { name: 'Lessons' })
    .locator('.ant-statistic')
    .filter({ hasText: label })
    .locator('.ant-statistic-content')
}

/** Returns a slug that no other test uses. */
export const newSlug = () => `screen-${crypto.randomUUID().slice(0, 8)}`

/** The lessons of a small course. */
export const KNOTS = {
  'knots/01-why.md': '# Why knots\n\nA rope is only as good as its knot.\n',
  'knots/02-bowline.md': '# Bowline\n\nOver, under. See [more](../more.md).\n',
  'knots/picture.png': 'no text',
  'films/03-film.md': 'https://www.youtube.com/watch?v=aqz-KE-bpKQ\n',
}

/** Writes texts into a new folder. Returns its path. */
export function writeFolder(texts: Record<string, string> = KNOTS): string {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-knots-'))
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const exercise = (slug: string, value: number, solution: number) => ({
  [`exercises/practice/${slug}/.docs/instructions.md`]: `# Instructions\n\nReturn ${value}.\n`,
  [`exercises/practice/${slug}/.meta/config.json`]: JSON.stringify({
    files: { solution: [`${slug}.js`], test: [`${slug}.spec.js`], example: ['.meta/proof.ci.js'] },
  }),
  [`exercises/practice/${slug}/.meta/proof.ci.js`]: `export const value = ${solution}\n`,
  [`exercises/practice/${slug}/${slug}.js`]: 'export const value = 0\n',
  [`exercises/practice/${slug}/${slug}.spec.js`]: `import { expect, test } from '@jest/globals'\nimport { value } from './${slug}'\ntest('${slug}', () => expect(value).toBe(${value}))\n`,
  [`exercises/practice/${slug}/package.json`]: '{}',
})

/** A small Exercism track with two exercises. The solution of one fails its test. */
export const TRACK = {
  'config.json': JSON.stringify({
    exercises: {
      practice: [
        { slug: 'two-fer', name: 'Two Fer' },
        { slug: 'leap', name: 'Leap' },
      ],
    },
  }),
  ...exercise('two-fer', 2, 2),
  ...exercise('leap', 4, 5),
}
