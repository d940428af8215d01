import { imageSize } from 'image-size'
import type { DataClient } from '../client'
import { sha256Of } from '../device/sha256'
import { unwrap } from '../errors'
import { beginUploads, type FileFacts } from '../files/begin-uploads'
import { isPicture } from '../files/file-types'
import { lookIntoFile } from '../files/look-into-file'
import type { WholeFile } from '../files/send-whole'
import type { ImportedLesson, ImportedModule, NamedAsset, ReadCourse } from './payload'
import { standInsIn, withPaths } from './stand-ins'

/** A file that the texts of a folder link to, with its bytes. */
export interface LoadedAsset extends NamedAsset {
  bytes: Blob
}

/** A file that must be uploaded before the import, with its path. */
export type AssetToSend = WholeFile

/** A folder in whose texts stored paths have replaced the stand-ins of files. */
export interface PlacedCourse {
  read: ReadCourse
  /** The files that the server does not have yet. */
  toSend: AssetToSend[]
}

async function factsOf({
  size,
  bytes,
  ...called
}: LoadedAsset): Promise<FileFacts & { type: string }> {
  const { name, type } = await lookIntoFile(bytes, called.name)
  const buffer = await bytes.arrayBuffer()
  const facts = { name, type, size, sha256: await sha256Of(buffer) }
  if (!isPicture({ type })) return facts
  try {
    const { width, height, orientation = 1 } = imageSize(new Uint8Array(buffer))
    // Orientations above 4 mean that the stored photo is turned by 90 degrees, so width and height are swapped.
    return orientation > 4
      ? { ...facts, width: height, height: width }
      : { ...facts, width, height }
  } catch {
    return facts
  }
}

function withPathsIn(lesson: ImportedLesson, paths: ReadonlyMap<string, string>): ImportedLesson {
  const { content, file_key, attachments } = lesson
  return {
    ...lesson,
    content: content && withPaths(content, paths),
    ...(file_key && { file_key: withPaths(file_key, paths) }),
    ...(attachments && {
      attachments: attachments.map(({ title, url }) => ({ title, url: withPaths(url, paths) })),
    }),
  }
}

/** Returns the first lesson that links to each file, by the stand-in of the file. */
function firstLinkingLessons(modules: readonly ImportedModule[]) {
  const known = new Map<string, Pick<FileFacts, 'lesson_id' | 'source_path'>>()
  for (const { id, source_path, content, file_key, attachments } of modules.flatMap(
    (module) => module.lessons,
  )) {
    const links = attachments?.map(({ url }) => url) ?? []
    const lesson = { source_path, ...(id !== undefined && { lesson_id: id }) }
    for (const standIn of standInsIn([content ?? '', file_key ?? '', ...links].join('\n'))) {
      if (!known.has(standIn)) known.set(standIn, lesson)
    }
  }
  return known
}

async function courseId(client: Pick<DataClient, 'from'>, slug: string) {
  const found = client.from('courses').select('id').eq('slug', slug).is('deleted_at', null)
  return unwrap(await found.maybeSingle())?.id
}

/**
 * Requests storage paths for a folder's files from the database, and puts them into the texts instead of the temporary
 * paths. A file that the
 * course already has, or that an earlier import has sent, keeps its path, so that importing a folder again changes
 * nothing (rules/files#send). `assets` are the files with their bytes. Throws DataError: `42501`, `PT422` with a
 * sentence for a file that is not accepted.
 */
export async function placeAssets(
  client: Pick<DataClient, 'from' | 'rpc'>,
  read: ReadCourse,
  assets: readonly LoadedAsset[],
): Promise<PlacedCourse> {
  if (assets.length === 0) return { read, toSend: [] }
  const { course, modules } = read.course
  const isCover = ({ standIn }: NamedAsset) => course.thumbnail_url?.includes(standIn) ?? false
  const id = await courseId(client, course.slug)
  const paths = new Map<string, string>()
  const names = new Map<string, string>()
  const toSend: AssetToSend[] = []
  const naming = firstLinkingLessons(modules)
  for (const [bucket, files] of [
    ['covers', assets.filter(isCover)],
    ['lesson-files', assets.filter((asset) => !isCover(asset))],
  ] as const) {
    if (files.length === 0) continue
    const facts: Awaited<ReturnType<typeof factsOf>>[] = []
    // The files are read one after another, because a folder of photos could fill the memory.
    for (const file of files) {
      facts.push({ ...(await factsOf(file)), ...naming.get(file.standIn) })
    }
    const begun = await beginUploads(client, bucket, facts, id)
    for (const [index, { path, known }] of begun.entries()) {
      const [file, looked] = [files[index], facts[index]]
      if (!file || !looked) continue
      const { name, type } = looked
      paths.set(file.standIn, path)
      names.set(file.standIn, name)
      if (!known) toSend.push({ bucket, path, name, type, bytes: file.bytes })
    }
  }
  const factsOfFile = (lesson: ImportedLesson) => {
    const file = assets.find(({ standIn }) => standIn === lesson.file_key)
    return file ? { file_name: names.get(file.standIn) ?? file.name, file_size: file.size } : {}
  }
  const placed: ReadCourse = {
    ...read,
    course: {
      course: course.thumbnail_url
        ? { ...course, thumbnail_url: withPaths(course.thumbnail_url, paths) }
        : course,
      modules: modules.map((module) => ({
        ...module,
        lessons: module.lessons.map((lesson) => ({
          ...withPathsIn(lesson, paths),
          ...factsOfFile(lesson),
        })),
      })),
    },
  }
  return { read: placed, toSend }
}

/**
 * Reads the files that the texts link to. A file that can no longer be read is left out, and links to it will be
 * broken.
 */
export async function loadAssets(
  readers: ReadonlyMap<string, () => Promise<Uint8Array | null>>,
  named: readonly NamedAsset[],
): Promise<LoadedAsset[]> {
  const loaded: LoadedAsset[] = []
  for (const asset of named) {
    const bytes = await readers.get(asset.path)?.()
    if (bytes) loaded.push({ ...asset, bytes: new Blob([new Uint8Array(bytes)]) })
  }
  return loaded
}
