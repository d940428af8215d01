import {
  BARE_HEADERS,
  DOCUMENTS,
  fileHeaders,
  NOT_FOUND,
  PAGES,
  PATHS,
  READ_ONLY,
  type SiteHeaders,
} from '../../supabase/local/src/gateway/site-table'
import {
  ASSET_HEADERS,
  FILE_HEADERS,
  filesBelow,
  type Site,
  TLS_NAME,
  TLS_VALUE,
  WRITTEN,
} from './site'

/** Returns a Caddyfile for the site, which can also be imported. The environment sets its address and its folder. */
export function caddyfile(site: Site): string {
  const notHidden = `not ${pattern(PATHS.hidden)}`
  const notPage = `not ${pattern(PATHS.page)}`
  const types = Object.entries(site.types).map(
    ([extension, type]) => `${quoted(`~\\.${extension}$`)} ${quoted(type)}`,
  )
  const kinds = [
    matched('write', ['not method GET HEAD'], refusal(READ_ONLY)),
    ...Object.keys(DOCUMENTS).map((path, n) =>
      matched(`document${n}`, [pattern(exactly(path)), 'file'], file(fileHeaders(path))),
    ),
    matched(
      'asset',
      [pattern(filesBelow(PATHS.hashed, site)), notHidden, 'file'],
      file(ASSET_HEADERS),
    ),
    matched(
      'file',
      [pattern(filesBelow('^/', site)), notHidden, notPage, 'file'],
      file(FILE_HEADERS),
    ),
    matched('never', [pattern(PATHS.neverPage)], refusal(NOT_FOUND)),
    matched(
      'missing',
      [pattern(PATHS.looksLikeFile), notPage, 'not header Accept *text/html*'],
      refusal(NOT_FOUND),
    ),
    matched(
      'backoffice',
      [pattern(PATHS.backoffice)],
      page(PAGES.backoffice, site.pages.backoffice),
    ),
    `handle {\n${indented(page(PAGES.learner, site.pages.learner))}\n}`,
  ]
  const route = [
    '@tls protocol https',
    `header @tls ${TLS_NAME} ${quoted(TLS_VALUE)}`,
    `map {path} {rookies_type} {\n${indented(types.join('\n'))}\n}`,
    '',
    '# Each of these ends the request.',
    ...kinds,
  ]
  return `# ${WRITTEN}
# SITE_URL is the address of the site, such as https://learn.example.org; SITE_ROOT is the folder site beside this file.

{$SITE_URL:http://localhost:8080} {
	root * {$SITE_ROOT:/var/www/rookies/site}
	route {
${indented(indented(route.join('\n')))}
	}
}
`
}

const matched = (name: string, conditions: string[], content: string) =>
  `@${name} {\n${indented(conditions.join('\n'))}\n}\nhandle @${name} {\n${indented(content)}\n}`

const page = (path: string, headers: SiteHeaders) =>
  `rewrite * ${path}\n${sent(headers, 'text/html; charset=utf-8')}`

const file = (headers: SiteHeaders) => sent(headers, '{rookies_type}')

const FILE_SERVER = 'file_server {\n\tprecompressed br gzip\n\tdisable_canonical_uris\n}'

/** Headers are set last, because the file server adds some itself. */
const sent = (headers: SiteHeaders, type: string) =>
  `header {\n\tdefer\n${indented(lines({ 'content-type': type, ...headers }))}\n}\n${FILE_SERVER}`

const refusal = (answer: { status: number; text: string; headers?: SiteHeaders }) => {
  const headers = {
    'content-type': 'text/plain; charset=utf-8',
    ...BARE_HEADERS,
    ...answer.headers,
  }
  return `header {\n${indented(lines(headers))}\n}\nrespond ${quoted(answer.text.trim())} ${answer.status}`
}

const lines = (headers: SiteHeaders) =>
  Object.entries(headers)
    .map(([name, value]) => `${name} ${quoted(value)}`)
    .join('\n')

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '\t')

const exactly = (path: string) => `^${path.replaceAll('.', '\\.')}$`

const pattern = (regExp: string) => `path_regexp ${quoted(regExp)}`

const quoted = (value: string) => `\`${value}\``
