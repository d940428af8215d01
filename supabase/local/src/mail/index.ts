import type { MailKind } from '../config'
import type { Routes } from '../gateway/http'
import { mailRoutes } from './routes'
import { createMailStore, type StoredMail } from './store'
import { fillTemplate, readTemplate } from './templates'

/** A mail from one of the templates in `supabase/templates`. */
export interface TemplateMail {
  to: string
  /** The subject may contain variables. */
  subject: string
  template: MailKind
  variables: TemplateVariables
}

/** The variables of a template, as in Supabase: `{{ .Token }}`, `{{ .Data.name }}`, … */
export interface TemplateVariables {
  ConfirmationURL: string
  Token: string
  TokenHash: string
  SiteURL: string
  RedirectTo: string
  Email: string
  NewEmail: string
  Data: Record<string, unknown>
}

/** A complete mail. */
export interface ReadyMail {
  to: string
  subject: string
  html: string
  /** The plain text; mails of Auth have none. */
  text?: string
  /** The id in the form `<…@…>`. */
  messageId?: string
  /** Further headers. */
  headers?: Record<string, string>
}

export interface Mailer {
  /** Resolves once the mail is stored; rejects if it cannot be. */
  send(mail: TemplateMail | ReadyMail): Promise<void>
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
 */
export function createMailbox({
  dir,
  templatesDir,
}: {
  dir: string
  templatesDir: string
}): Mailbox {
  const store = createMailStore(dir)
  return {
    async send(mail) {
      if ('html' in mail) return store.add(mail)
      const html = fillTemplate(
        await readTemplate(templatesDir, mail.template),
        mail.variables,
        'html',
      )
      await store.add({
        to: mail.to,
        subject: fillTemplate(mail.subject, mail.variables, 'text'),
        html,
      })
    },
    list: (filter = {}) => store.list(filter.to),
    get: (id) => store.get(id),
    routes: mailRoutes(store),
  }
}
