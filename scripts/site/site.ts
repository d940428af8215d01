import {
  type AppName,
  fileHeaders,
  type SiteHeaders,
  TLS_HEADERS,
} from '../../supabase/local/src/gateway/site-table'

/** What the configuration of a server is written from, besides the table itself. */
export interface Site {
  pages: Record<AppName, SiteHeaders>
  /** The paths of all files that are neither pages nor compressed copies. */
  files: string[]
  /** Media types by extension, without a dot. */
  types: Record<string, string>
}

/** Begins each written file. */
export const WRITTEN = 'Written by npm run build, which writes it again each time (docs/serve.md).'

/** The name of the header that differs between the pages of both apps. */
export const POLICY = 'content-security-policy'

/** Headers of files of each kind, by an example of its paths. */
export const ASSET_HEADERS = fileHeaders('/assets/')
export const FILE_HEADERS = fileHeaders('/')

/** Returns a pattern of files below `path`, another pattern, whose type is known. */
export const filesBelow = (path: string, { types }: Site) =>
  `${path}.*\\.(${Object.keys(types).join('|')})$`

/** Checks that nothing but the policy differs between the apps: servers set the rest once. */
export function commonPageHeaders({ pages }: Site): SiteHeaders {
  const { [POLICY]: _, ...learner } = pages.learner
  const { [POLICY]: __, ...backoffice } = pages.backoffice
  if (JSON.stringify(learner) !== JSON.stringify(backoffice)) {
    throw new Error('The pages of the apps differ in more than their policy.')
  }
  return learner
}

export const [[TLS_NAME, TLS_VALUE] = ['', '']] = Object.entries(TLS_HEADERS)
