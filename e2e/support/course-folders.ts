import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { type VectorEntry, zipOf } from '@rookies/data/course-import/zip-vectors'

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

/** Returns the figure above a label. */
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

/** Writes the lessons into a new folder. Returns its path. */
export function writeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'rookies-knots-'))
  for (const [path, text] of Object.entries(KNOTS)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}
