import { lstat, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isSlug } from '@rookies/data/course-editing/course-form'
import type { ExportedFile } from '@rookies/data/course-export/exported-file'
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
 * Whether a course may be written to its place below a folder, and whether an earlier export stands there. Throws a
 * PlainError where something stands there that is to be kept.
 */
export async function lookAtPlace(
  folder: string,
  slug: string,
  replace: boolean,
): Promise<'free' | 'earlier'> {
  if (!isSlug(slug)) throw new PlainError(`“${slug}” is no slug, and no name for a folder.`)
  const place = join(folder, slug)
  const there = await found(place)
  if (there === null) return 'free'
  if (!replace) throw new PlainError(`${place} is there already; --replace replaces it.`)
  // What somebody else made may hold what is nowhere else.
  if (!there.isDirectory() || (await found(join(place, '_course.yml'))) === null) {
    throw new PlainError(`${place} is no export of a course and was left as it is.`)
  }
  return 'earlier'
}

/** Puts a folder in the place of an earlier one, which stays if that fails. */
async function exchange(made: string, place: string, aside: string): Promise<void> {
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
 * Writes the files of a course, which lie below its slug, to its place below a folder: all of them or none. Throws a
 * PlainError as `lookAtPlace` does, and when the disk refuses.
 */
export async function writeCourse(
  folder: string,
  slug: string,
  files: readonly ExportedFile[],
  replace: boolean,
): Promise<'written' | 'replaced'> {
  const before = await lookAtPlace(folder, slug, replace)
  const place = join(folder, slug)
  let room: string | undefined
  try {
    // Hidden, so that an import passes over what a machine that went off in between leaves behind; on the same disk,
    // so that one step brings the course to its place.
    room = await mkdtemp(join(folder, `.${slug}-`))
    await writeFiles(room, files)
    const made = join(room, slug)
    if (before === 'earlier') await exchange(made, place, `${room}-before`)
    else await rename(made, place)
  } catch (error) {
    if (error instanceof PlainError) throw error
    throw new PlainError(`${place} can't be written (${errorCode(error) ?? 'unknown reason'}).`)
  } finally {
    if (room !== undefined) await rm(room, { recursive: true, force: true })
  }
  return before === 'earlier' ? 'replaced' : 'written'
}
