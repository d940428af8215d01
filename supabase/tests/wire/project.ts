import { inject } from 'vitest'

/** The project under test, known by its addresses and keys only. */
export interface Project {
  /** Origin of the pages. */
  site: string
  /** Origin of the API; the embedded backend has both at one. */
  url: string
  /** The publishable key. */
  anonKey: string
  serviceKey: string
  /** Signs the tokens of people whom a test makes. */
  jwtSecret: string
  /** Address of the owner's connection to the database. */
  databaseUrl: string
  /** Origin of the mailbox: the embedded backend's or Mailpit. */
  mailUrl: string
  /** Whether the project may differ as listed in `differences.ts`. */
  mayDiffer: boolean
}

declare module 'vitest' {
  interface ProvidedContext {
    project: Project
  }
}

/** The project of this run (`wire/global-setup.ts`). */
export const project: Project = inject('project')
