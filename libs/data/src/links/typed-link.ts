import { isWebLink } from './web-link'

/** Matches a host without a scheme, as people type it. Names of files are not hosts. */
const BARE_HOST =
  /^(?![\w.-]+\.(?:html?|css|jsx?|tsx?|json|pdf|png|jpe?g|txt|docx?|xlsx?|pptx?)$)[\w-]+(?:\.[\w-]+)+(?::\d+)?(?:[/?#]|$)/i
const OWN_COMPUTER =
  /^(?:localhost|.*\.local(?:host)?|127\.[\d.]+|0\.0\.0\.0|10\.[\d.]+|192\.168\.[\d.]+)$/
const EDITOR = /(?:^|\.)(?:vscode\.dev|github\.dev|gitpod\.io|gitpod\.dev)$/
/**
 * Matches editors in which only the owner can see the project. Other online editors open public repositories for
 * everybody.
 */
const OWN_EDITOR = /\.(?:github\.dev|gitpod\.io|gitpod\.dev)$/
/** Matches hosts on which a repository's address has an owner and a name. */
const REPOSITORY_HOST = /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/

/** The database's message about a text that is not a link. */
export const NO_LINK = 'Please enter a valid URL'

/**
 * Corrects a typed link (rules/courses#typed-links): removes a full stop at the end, adds https to a bare host, and
 * replaces git's address of a repository by that of its page. Other texts stay unchanged.
 */
export function typedLink(text: string): string {
  const bare = text
    .trim()
    .replace(/^<(.*)>$/, '$1')
    .replace(/[.,;]+$/, '')
  const git = /^(?:ssh:\/\/)?git@([\w.-]+)[:/](.+?)(?:\.git)?\/?$/i.exec(bare)
  if (git) return `https://${git[1]}/${git[2]}`
  if (/^localhost(?=[:/]|$)/i.test(bare)) return `http://${bare}`
  return BARE_HOST.test(bare) ? `https://${bare}` : bare
}

/**
 * Returns why other people cannot open a link; null if they can, or for an empty text. `link` must be a result of
 * `typedLink`.
 */
export function linkProblem(link: string, isRepository = false): string | null {
  if (link === '') return null
  const known = isWebLink(link) && URL.canParse(link) ? new URL(link) : null
  if (/^(?:file:|[a-z]:\\)/i.test(link) || (known && OWN_COMPUTER.test(known.hostname)))
    return 'Only your own computer can open this address. Please put your work online.'
  if (!known) return NO_LINK
  if ((isRepository ? EDITOR : OWN_EDITOR).test(known.hostname))
    return 'This is the address of your editor, which others cannot open. Please enter the address of your work.'
  const path = known.pathname.split('/').filter(Boolean).length
  return isRepository && path < (REPOSITORY_HOST.test(known.hostname) ? 2 : 1)
    ? 'The name of the repository is missing after the host.'
    : null
}
