import { linkTargets } from './link-targets'
import type { TextLine } from './text-lines'
import type { Remark } from './yaml-entries'

function leadsSomewhere(target: string): boolean {
  return /^(?:https?:\/\/|\/\/|mailto:|#|\/(?:app\/)?courses\/|lesson-files\/)/i.test(target)
}

function sentence(isImage: boolean, target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return 'An address is neither a web nor an email address; learners see only its text.'
  }
  if (isImage) return 'An image file is missing; learners see its alt text.'
  return /^\/(?!app\/)/.test(target)
    ? 'A link leads to a page outside this folder; to include that page, try to import the parent folder.'
    : "A link doesn't work outside this folder; learners see only its text."
}

/**
 * Returns a remark for each link and image that will lead nowhere after the import. `isKnown` returns whether an
 * address is another text of the course or one of its files. Code is ignored.
 */
export function findBrokenLinks(
  lines: TextLine[],
  known: { isLesson: (target: string) => boolean; isAsset: (target: string) => boolean },
): Remark[] {
  const broken: Remark[] = []
  for (const { text, number, prose } of lines) {
    if (!prose) continue
    for (const { target, isImage } of linkTargets(text)) {
      if (target === '' || leadsSomewhere(target)) continue
      if ((!isImage && known.isLesson(target)) || known.isAsset(target)) continue
      const about = target.slice(0, 80)
      broken.push({ line: number, message: sentence(isImage, target), about })
    }
  }
  return broken
}
