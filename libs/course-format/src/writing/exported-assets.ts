import type { ExportedAsset } from '@rookies/data/course-export/exported-course'
import type { ExportedLesson } from '@rookies/data/course-import/exported-lesson'
import { storedLink, storedPath } from '@rookies/data/files/stored-file'
import { UNPRINTABLE } from '@rookies/data/files/unprintable'
import { isTextFile } from '../file-names'
import { isJunkFile } from '../paths'
import { withTargets } from '../reading/lesson-links'

/** The paths of a course's files in its exported folder, by the links to the stored files. */
export type AssetPlaces = ReadonlyMap<string, string>

const FOLDER = 'files'

/** Matches characters that some systems cannot store in a name, or that are invisible. */
const UNFIT = new RegExp(`[\\\\/:*?"<>|]|${UNPRINTABLE.source}`, 'gu')

/** Returns a valid file name that an import neither skips nor reads as a lesson. */
function nameOnDisk(name: string): string {
  const fit = name.normalize('NFC').replace(UNFIT, '-').replace(/^\.+/, '') || 'file'
  const plain = isJunkFile(fit) ? `file-${fit}` : fit
  return isTextFile(plain) ? `${plain}.txt` : plain
}

/** Returns the path of each file in the exported folder. Files with the same name get separate folders. */
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

/** Percent-encodes the characters of a path that would end an address in Markdown. */
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

/** Returns a lesson whose links lead to the exported files, and the path of its own file if its type is FILE. */
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
      // The front matter names the exported file, so key, name and size of the stored file are left out.
      ...(own !== null && { file_key: null, file_name: null, file_size: null }),
    },
    file: own ?? undefined,
  }
}
