import type { ExportedLesson } from '../course-import/exported-lesson'
import { isTextFile } from '../course-import/file-names'
import { withTargets } from '../course-import/lesson-links'
import { isJunkFile } from '../course-import/paths'
import { storedLink, storedPath } from '../files/stored-file'

/** A stored file of a course, as an export writes it. */
export interface ExportedAsset {
  /** What texts and fields name it by: `lesson-files/…`, or `covers/…`. */
  link: string
  name: string
  bytes: Uint8Array<ArrayBuffer>
}

/** Where the files of a course lie in its exported folder, by what texts name them by. */
export type AssetPlaces = ReadonlyMap<string, string>

const FOLDER = 'files'

/** What a disk or a zip cannot hold on every system, or a person cannot read. */
const UNFIT = /[\\/:*?"<>|\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFFFD]/gu

/** A name that an import takes: not one that it passes over, nor one that makes a lesson. */
function nameOnDisk(name: string): string {
  const fit = name.normalize('NFC').replace(UNFIT, '-').replace(/^\.+/, '') || 'file'
  const plain = isJunkFile(fit) ? `file-${fit}` : fit
  return isTextFile(plain) ? `${plain}.txt` : plain
}

/** In: the files of a course. Out: where each lies, from the course's folder; those of one name each in a folder of its own. */
export function placesOf(assets: readonly Pick<ExportedAsset, 'link' | 'name'>[]): AssetPlaces {
  const places = new Map<string, string>()
  const taken = new Set<string>()
  for (const { link, name } of assets) {
    const own = nameOnDisk(name)
    let place = `${FOLDER}/${own}`
    for (let again = 2; taken.has(place.toLowerCase()); again += 1) {
      place = `${FOLDER}/${again}/${own}`
    }
    taken.add(place.toLowerCase())
    places.set(link, place)
  }
  return places
}

/** A path as Markdown can hold it between round brackets. */
const written = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replace(
        /[()!'*]/g,
        (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')

/**
 * In: a lesson, and where the course's files lie from the lesson's folder. Out: the lesson with the addresses that lead
 * there, and the file that it is, if it is one.
 */
export function withPlaces(
  lesson: ExportedLesson,
  places: AssetPlaces,
  up: string,
): { lesson: ExportedLesson; file: string | undefined } {
  const placeOf = (link: string) => {
    const place = storedPath(link) === null ? undefined : places.get(link)
    return place === undefined ? null : `${up}${written(place)}`
  }
  const own = lesson.file_key ? placeOf(storedLink(lesson.file_key)) : null
  return {
    lesson: {
      ...lesson,
      content: lesson.content && withTargets(lesson.content, placeOf),
      attachments: lesson.attachments.map(({ title, url }) => ({
        title,
        url: placeOf(url) ?? url,
      })),
      // The file says itself what it is called and how large it is.
      ...(own !== null && { file_key: null, file_name: null, file_size: null }),
    },
    file: own ?? undefined,
  }
}
