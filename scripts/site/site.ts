import {
  type AppName,
  fileHeaders,
  type SiteHeaders,
  TLS_HEADERS,
} from '../../supabase/local/src/gateway/site-table'

/** The facts about a build from which the configuration of servers is written. */
export interface Site {
  pages: Record<AppName, SiteHeaders>
  /** The paths of all files that are neither pages nor compressed copies. */
  files: string[]
  /** Media types by extension, without a dot. */
  types: Record<string, string>
}

/** The first line of each generated file. */
export const WRITTEN = 'Written by npm run build, which writes it again each time (docs/serve.md).'

/** The header that differs between the pages of the two apps. */
export const POLICY = 'content-security-policy'

/** Headers by kind of file, read from the path of an example. */
export const ASSET_HEADERS = fileHeaders('/assets/')
export const FILE_HEADERS = fileHeaders('/')

/** Returns a pattern that matches files of known types below `path`, which is a pattern itself. */
export const filesBelow = (path: string, { types }: Site) =>
  `${path}.*\\.(${Object.keys(types).join('|')})$`

/** Checks that the pages of both apps differ only in the policy, because servers set all other headers once. */
export function commonPageHeaders({ pages }: Site): SiteHeaders {
  const { [POLICY]: _, ...learner } = pages.learner
  const { [POLICY]: __, ...backoffice } = pages.backoffice
  if (JSON.stringify(learner) !== JSON.stringify(backoffice)) {
    throw new Error('The pages of the apps differ in more than their policy.')
  }
  return learner
}

export const [[TLS_NAME, TLS_VALUE] = ['', '']] = Object.entries(TLS_HEADERS)
