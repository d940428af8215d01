import {
  DOCUMENTS,
  FOLDERS,
  fileHeaders,
  matches,
  PAGES,
  type SiteHeaders,
  TLS_HEADERS,
} from '../../supabase/local/src/gateway/site-table'
import { PlainError } from '../../supabase/local/src/plain-error'
import { ASSET_HEADERS, POLICY, type Site, WRITTEN } from './site'

/** The largest number of rules that Cloudflare Pages reads in `_headers`; Netlify has no limit. */
const MAX_RULES = 100
const LONGEST_LINE = 2000

/** The document that answers requests for missing assets, with status 404. */
export const MISSING_ASSET = '/assets/404.html'

/** The paths of the back-office in the notation that both hosts understand. */
const BACKOFFICE = ['/admin', '/admin/*', '/moderator', '/moderator/*']

/**
 * Returns `_headers` for Netlify and Cloudflare Pages. If several rules match a path, Netlify sends the last value of
 * a header. Cloudflare sends all values, unless a line with `!` removes the earlier ones; Netlify ignores that line.
 * @throws PlainError if there are more rules than Cloudflare reads
 */
export function headersFile(site: Site): string {
  const everywhere = { ...withoutVary(site.pages.learner), ...TLS_HEADERS }
  const policy = site.pages.backoffice[POLICY] ?? ''
  const other = site.files.filter((path) => !matches('hashed', path))
  const rules = [
    // By default, Cloudflare lets every site read every file.
    rule('/*', everywhere, ['access-control-allow-origin']),
    ...BACKOFFICE.map((path) => rule(path, { [POLICY]: policy }, [POLICY])),
    ...Object.values(FOLDERS).map((folder) =>
      replacePageHeaders(`${folder}/assets/*`, ASSET_HEADERS),
    ),
    ...other.map((path) => {
      // Netlify cannot remove the header that pages have, and both apps show these documents in frames.
      const frames: SiteHeaders = path in DOCUMENTS ? { 'x-frame-options': 'SAMEORIGIN' } : {}
      return replacePageHeaders(path, { ...fileHeaders(path), ...frames })
    }),
  ]
  const text = `# ${WRITTEN}\n\n${rules.join('\n\n')}\n`
  const longest = Math.max(...text.split('\n').map((line) => line.length))
  if (rules.length > MAX_RULES || longest > LONGEST_LINE) {
    throw new PlainError(
      `_headers has ${rules.length} rules and a line of ${longest} characters. Cloudflare Pages reads ${MAX_RULES} rules and ${LONGEST_LINE} characters.`,
    )
  }
  return text

  /** Returns a rule that replaces the headers of pages by the headers of a file. */
  function replacePageHeaders(path: string, headers: SiteHeaders): string {
    const taken = Object.keys(everywhere).filter((name) => !(name in TLS_HEADERS))
    return rule(path, withoutVary(headers), taken)
  }
}

const rule = (path: string, headers: SiteHeaders, taken: string[]) =>
  [
    path,
    ...taken.map((name) => `  ! ${name}`),
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ].join('\n')

/** Leaves out `vary`, because both hosts compress and set it themselves. */
const withoutVary = ({ vary: _, ...headers }: SiteHeaders) => headers

/**
 * Returns `_redirects` for both hosts. No line redirects the browser. Netlify applies the lines in this order to
 * paths without a file. Cloudflare applies them before looking for files, and ignores status 404 and `/index.html`; a
 * path without a line and without a file gets the portal's page.
 */
export function redirectsFile(): string {
  const below = Object.values(FOLDERS).map((folder) => `${folder}/assets/*`)
  const lines = [
    // Cloudflare would redirect to the address without .html, for which no policy is set.
    ...Object.keys(DOCUMENTS).map((path) => `${path} ${path.replace(/\.html$/, '')} 200`),
    ...below.map((path) => `${path} ${MISSING_ASSET} 404`),
    `${FOLDERS.backoffice}/assets/* ${FOLDERS.backoffice}/assets/:splat 200`,
    ...BACKOFFICE.filter((path) => path.endsWith('*')).map(
      (path) => `${path} ${PAGES.backoffice} 200`,
    ),
    ...BACKOFFICE.map((path) => `${path} ${FOLDERS.backoffice}/ 200`),
    `/* ${PAGES.learner} 200`,
  ]
  return `# ${WRITTEN}\n\n${lines.join('\n')}\n`
}
