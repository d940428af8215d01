import { fileType } from '../files/file-types'
import type { WorkFile } from './round'

const SHOWN =
  /^(text\/.+|image\/(png|jpeg|gif|webp|avif|svg\+xml)|application\/(zip|json|xml|xhtml\+xml|x-ipynb\+json|octet-stream))$/

/**
 * Returns whether the pages try to show what a file contains (rules/assignments#file-views). Bytes without a known type
 * count, because earlier versions stored code as such.
 */
export function hasView({ name, type, bytes }: WorkFile): boolean {
  return bytes > 0 && SHOWN.test(type ?? fileType(name))
}
