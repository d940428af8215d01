import { lstat, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportedFile } from '@rookies/course-format/write-course'
import { isSlug } from '@rookies/data/course-editing/course-form'
import { isAlive } from '../../supabase/local/src/lock/processes'
import { errorCode, PlainError } from '../../supabase/local/src/plain-error'
import { writeFiles } from './write-files'

async function found(path: string) {
  try {
    return await lstat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}

/**
 * Whether an earlier export of the course exists. @throws PlainError if something else has that name, which must not
 * be overwritten
 */
export async function hasEarlierExport(
  folder: string,
  slug: string,
  replace: boolean,
): Promise<'free' | 'earlier'> {
  if (!isSlug(slug)) throw new PlainError(`“${slug}” is not a valid slug or folder name.`)
  const place = join(folder, slug)
  const there = await found(place)
  if (there === null) return 'free'
  if (!replace) throw new PlainError(`${place} already exists; --replace replaces it.`)
  // A folder without `_course.yml` is not an export, and could be the only copy of its files.
  if (!there.isDirectory() || (await found(join(place, '_course.yml'))) === null) {
    throw new PlainError(`${place} is not an exported course and was left unchanged.`)
  }
  return 'earlier'
}

/** Replaces an earlier folder, which is kept if the replacement fails. */
async function replaceFolder(made: string, place: string, aside: string): Promise<void> {
  await rename(place, aside)
  try {
    await rename(made, place)
  } catch (error) {
    await rename(aside, place)
    throw error
  }
  await rm(aside, { recursive: true })
}

/**
 * Removes the remains of interrupted exports of the course. Until the new export is complete, they could be the only
 * copy.
 */
async function removeRemains(folder: string, slug: string): Promise<void> {
  const left = new RegExp(`^\\.${slug}\\.export-(\\d+)-\\w{6}(?:-before)?$`)
  for (const name of await readdir(folder)) {
    const pid = left.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) {
      await rm(join(folder, name), { recursive: true, force: true })
    }
  }
}

/**
 * Writes all files of a course to a folder named after its slug, or none of them.
 * @throws PlainError as `hasEarlierExport` does, and if a file cannot be written
 */
export async function writeCourse(
  folder: string,
  slug: string,
  files: readonly ExportedFile[],
  replace: boolean,
): Promise<'written' | 'replaced'> {
  const before = await hasEarlierExport(folder, slug, replace)
  const place = join(folder, slug)
  let room: string | undefined
  try {
    // The folder is hidden, so that an import skips it if the machine stops meanwhile. It is on the same disk as the
    // destination, so that a single rename completes the export.
    room = await mkdtemp(join(folder, `.${slug}.export-${process.pid}-`))
    await writeFiles(room, files)
    const made = join(room, slug)
    if (before === 'earlier') await replaceFolder(made, place, `${room}-before`)
    else await rename(made, place)
    // The course is complete, even if the remains cannot be removed.
    await removeRemains(folder, slug).catch(() => undefined)
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${place} can't be written (${errorCode(error) ?? 'unknown reason'}).`)
  } finally {
    if (room !== undefined) await rm(room, { recursive: true, force: true })
  }
  return before === 'earlier' ? 'replaced' : 'written'
}
