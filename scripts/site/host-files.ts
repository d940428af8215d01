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

/** What Cloudflare Pages reads of `_headers`; Netlify has no such limits. */
const MOST_RULES = 100
const LONGEST_LINE = 2000

/** The document that missing assets are answered with, with the status 404. */
export const MISSING_ASSET = '/assets/404.html'

/** The paths of the back-office in the notation of both hosts. */
const BACKOFFICE = ['/admin', '/admin/*', '/moderator', '/moderator/*']

/**
 * Returns `_headers` for Netlify and Cloudflare Pages. Where several rules match a path, Netlify sends the last value of
 * a header, and Cloudflare all of them unless a line with `!` takes the earlier ones away, which Netlify ignores.
 * @throws PlainError if Cloudflare would not read all of it
 */
export function headersFile(site: Site): string {
  const everywhere = { ...plain(site.pages.learner), ...TLS_HEADERS }
  const policy = site.pages.backoffice[POLICY] ?? ''
  const other = site.files.filter((path) => !matches('hashed', path))
  const rules = [
    // Cloudflare lets every site read every file, unless it is told otherwise.
    rule('/*', everywhere, ['access-control-allow-origin']),
    ...BACKOFFICE.map((path) => rule(path, { [POLICY]: policy }, [POLICY])),
    ...Object.values(FOLDERS).map((folder) => instead(`${folder}/assets/*`, ASSET_HEADERS)),
    ...other.map((path) => {
      // Netlify cannot take the header of the pages away, and both apps frame the documents.
      const frames: SiteHeaders = path in DOCUMENTS ? { 'x-frame-options': 'SAMEORIGIN' } : {}
      return instead(path, { ...fileHeaders(path), ...frames })
    }),
  ]
  const text = `# ${WRITTEN}\n\n${rules.join('\n\n')}\n`
  const longest = Math.max(...text.split('\n').map((line) => line.length))
  if (rules.length > MOST_RULES || longest > LONGEST_LINE) {
    throw new PlainError(
      `_headers has ${rules.length} rules and a line of ${longest} characters. Cloudflare Pages reads ${MOST_RULES} rules and ${LONGEST_LINE} characters.`,
    )
  }
  return text

  /** The headers of a file in place of those of pages. */
  function instead(path: string, headers: SiteHeaders): string {
    const taken = Object.keys(everywhere).filter((name) => !(name in TLS_HEADERS))
    return rule(path, plain(headers), taken)
  }
}

const rule = (path: string, headers: SiteHeaders, taken: string[]) =>
  [
    path,
    ...taken.map((name) => `  ! ${name}`),
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
  ].join('\n')

/** Both hosts compress by themselves and say so. */
const plain = ({ vary: _, ...headers }: SiteHeaders) => headers

/**
 * Returns `_redirects` for both hosts. None of its lines is a redirect that a browser sees. Netlify asks them for what is
 * no file, in this order. Cloudflare asks them first and ignores status 404 and `/index.html`; what no line names and is
 * no file is answered with the portal's page.
 */
export function redirectsFile(): string {
  const below = Object.values(FOLDERS).map((folder) => `${folder}/assets/*`)
  const lines = [
    // Cloudflare would redirect to the address without .html, which has no policy.
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
