import type { ExportedAsset } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import { storedLink, storedPath } from '@rookies/data/files/stored-file'
import { UNPRINTABLE } from '@rookies/data/files/unprintable'
import { isTextFile } from '../file-names'
import { isJunkFile } from '../paths'
import { withTargets } from '../reading/lesson-links'

/** The paths of a course's files in its exported folder, by their links. */
export type AssetPlaces = ReadonlyMap<string, string>

const FOLDER = 'files'

/** Characters that some systems cannot store in a name, or that people cannot read. */
const UNFIT = new RegExp(`[\\\\/:*?"<>|]|${UNPRINTABLE.source}`, 'gu')

/** Returns a name that an import neither skips nor reads as a lesson. */
function nameOnDisk(name: string): string {
  const fit = name.normalize('NFC').replace(UNFIT, '-').replace(/^\.+/, '') || 'file'
  const plain = isJunkFile(fit) ? `file-${fit}` : fit
  return isTextFile(plain) ? `${plain}.txt` : plain
}

/** Returns the path of each file from the course's folder; files with the same name get separate folders. */
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

/** Encodes a path for Markdown's round brackets. */
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

/** Returns a lesson with links to the exported files, and its own file, if it is one. */
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
      // The file itself has this name and size.
      ...(own !== null && { file_key: null, file_name: null, file_size: null }),
    },
    file: own ?? undefined,
  }
}
