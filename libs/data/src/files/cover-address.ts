import { isStoredCover } from './stored-file'

/**
 * In: what stands in a course's picture field; the project's origin without a path. Out: the address that shows it: a stored cover's
 * is public (rules/files#fetch), and any other link is its own.
 */
export const coverAddress = (link: string, projectUrl: string): string =>
  isStoredCover(link) ? `${projectUrl.replace(/\/+$/, '')}/storage/v1/object/public/${link}` : link
