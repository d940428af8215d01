import { fileType } from '../files/file-types'
import type { WorkFile } from './round'

const SHOWN =
  /^(text\/.+|image\/(png|jpeg|gif|webp|avif|svg\+xml)|application\/(zip|json|xml|xhtml\+xml|x-ipynb\+json|octet-stream))$/

/**
 * Returns whether pages can show the content of a file (rules/assignments#file-views). Files without a known type are
 * included, because earlier versions stored code without one.
 */
export function hasView({ name, type, bytes }: WorkFile): boolean {
  return bytes > 0 && SHOWN.test(type ?? fileType(name))
}
