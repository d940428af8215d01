import { type AuthMail, authMail, authMailKey } from '../../../functions/_shared/auth-mails.ts'
import { writeMail } from '../../../functions/_shared/mail-content.ts'
import type { School } from '../../../functions/_shared/school.ts'
import type { Routes } from '../gateway/http'
import { mailRoutes } from './routes'
import { createMailStore, type StoredMail } from './store'

/** A complete mail. */
export interface ReadyMail {
  to: string
  subject: string
  html: string
  /** The plain text. */
  text?: string
  /** The id in the form `<…@…>`. */
  messageId?: string
  /** Further headers. */
  headers?: Record<string, string>
}

export interface Mailer {
  /** Resolves once the mail is stored; rejects if it cannot be. */
  send(mail: AuthMail | ReadyMail): Promise<void>
}

export interface Mailbox extends Mailer {
  /** Returns the mails, newest first; with `to`, those to one email in any case. */
  list(filter?: { to?: string }): StoredMail[]
  get(id: string): StoredMail | undefined
  /** /_mail, /_mail.json, /_mail/{id}, /_mail/{id}.json and /_mail/{id}/body. */
  routes: Routes
}

/**
 * Stores every mail that the product sends, so that it can be read in a browser at /_mail; no mail leaves the
 * machine. Mails are files in `dir`, which remain after a restart; only the newest 500 are kept.
 * @param options.readSchool returns whose name and look the mails of Auth have
 */
export function createMailbox(options: {
  dir: string
  readSchool: () => Promise<School>
}): Mailbox {
  const store = createMailStore(options.dir)
  return {
    async send(mail) {
      if ('html' in mail) return store.add(mail)
      const school = await options.readSchool()
      await store.add(await writeMail(authMail(mail, school), school, authMailKey(mail)))
    },
    list: (filter = {}) => store.list(filter.to),
    get: (id) => store.get(id),
    routes: mailRoutes(store),
  }
}
