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
  commonPageHeaders,
  FILE_HEADERS,
  filesBelow,
  POLICY,
  type Site,
  TLS_NAME,
  TLS_VALUE,
  WRITTEN,
} from './site'

/** Returns the part of a `server` block of nginx that the product needs. The school writes the rest of the block. */
export function nginxConfig(site: Site): string {
  const page = ['if ($rookies_missing) {', '    return 404;', '}', 'rewrite ^ $rookies_page break;']
  return `# ${WRITTEN}
# Include it in a server block with listen, server_name, root, and the certificate.

types {
${lines(
  Object.entries(site.types).map(([extension, type]) => `${quoted(type)} ${extension};`),
  4,
)}
}
default_type application/octet-stream;
charset off;
etag on;
# Finished copies are sent. With Debian's libnginx-mod-http-brotli-static, add brotli_static on; to the server block.
gzip_static on;
gzip_vary off;

set $rookies_page ${PAGES.learner};
set $rookies_policy ${quoted(site.pages.learner[POLICY])};
if ($uri ~ ${quoted(PATHS.backoffice)}) {
    set $rookies_page ${PAGES.backoffice};
    set $rookies_policy ${quoted(site.pages.backoffice[POLICY])};
}
set $rookies_tls "";
if ($scheme = https) {
    set $rookies_tls ${quoted(TLS_VALUE)};
}

# Whether a path that is no file is answered with 404 instead of a page.
set $rookies_missing "";
if ($uri ~ ${quoted(PATHS.looksLikeFile)}) {
    set $rookies_missing 1;
}
if ($uri ~ ${quoted(PATHS.page)}) {
    set $rookies_missing "";
}
if ($http_accept ~ "text/html") {
    set $rookies_missing "";
}
if ($uri ~ ${quoted(PATHS.neverPage)}) {
    set $rookies_missing 1;
}
if ($request_method !~ "^(GET|HEAD)$") {
    return ${READ_ONLY.status};
}

# Pages. A location with headers of its own has none of these.
${headers(commonPageHeaders(site), 0)}
add_header ${POLICY} $rookies_policy;
add_header ${TLS_NAME} $rookies_tls;

${location('/', page)}
${location('@rookies_page', page)}
${location(`~ ${quoted(PATHS.hidden)}`, page)}
${location(`~ ${quoted(PATHS.page)}`, page)}
${Object.keys(DOCUMENTS)
  .map((path) => location(`= ${path}`, file(fileHeaders(path), '=404')))
  .join('\n')}
${location(`~ ${quoted(filesBelow(PATHS.hashed, site))}`, file(ASSET_HEADERS, '=404'))}
${location(`~ ${quoted(filesBelow('^/', site))}`, file(FILE_HEADERS, '@rookies_page'))}

error_page ${NOT_FOUND.status} @rookies_not_found;
error_page ${READ_ONLY.status} @rookies_read_only;
${location('@rookies_not_found', refusal(NOT_FOUND))}
${location('@rookies_read_only', refusal(READ_ONLY))}
`
}

const file = (own: SiteHeaders, otherwise: string) => [
  headers(own, 0),
  `add_header ${TLS_NAME} $rookies_tls;`,
  `try_files $uri ${otherwise};`,
]

const refusal = (answer: { status: number; text: string; headers?: SiteHeaders }) => [
  'types { }',
  'default_type "text/plain; charset=utf-8";',
  headers({ ...BARE_HEADERS, ...answer.headers }, 0, ' always'),
  `return ${answer.status} ${JSON.stringify(answer.text)};`,
]

const location = (what: string, content: string[]) =>
  `location ${what} {\n${lines(content.join('\n').split('\n'), 4)}\n}`

const headers = (all: SiteHeaders, indent: number, when = '') =>
  lines(
    Object.entries(all).map(([name, value]) => `add_header ${name} ${quoted(value)}${when};`),
    indent,
  )

const lines = (all: string[], indent: number) =>
  all.map((line) => ' '.repeat(indent) + line).join('\n')

/** Quotes a value. Values in the table contain at most one kind of quotes, and dollar signs only in patterns. */
const quoted = (value = '') => (value.includes('"') ? `'${value}'` : `"${value}"`)
