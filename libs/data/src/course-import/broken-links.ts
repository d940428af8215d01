import { linkTargets } from './link-targets'
import type { TextLine } from './text-lines'
import type { Remark } from './yaml-entries'

function leadsSomewhere(target: string): boolean {
  return /^(?:https?:\/\/|\/\/|mailto:|#|\/(?:app\/)?courses\/|lesson-files\/)/i.test(target)
}

function sentence(isImage: boolean, target: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) {
    return 'An address is neither http(s) nor mail; learners see its text only.'
  }
  if (isImage) return 'An image is not among the files; learners see its description.'
  return /^\/(?!app\/)/.test(target)
    ? 'A link leads to a page of its site that is not in this folder; import the folder above it, and it may arrive.'
    : 'A link leads nowhere outside this folder; learners see its text only.'
}

/**
 * Returns a remark for each link and image that leads nowhere once the text has left its folder. `isKnown` says whether
 * an address is another text of the course, or a file beside the texts. Code is ignored.
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
