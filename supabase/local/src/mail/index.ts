import type { MailKind } from '../config'
import type { Routes } from '../gateway/http'
import { mailRoutes } from './routes'
import { createMailStore, type StoredMail } from './store'
import { fillTemplate, readTemplate } from './templates'

/** A mail made from one of the files in `supabase/templates`. */
export interface TemplateMail {
  to: string
  /** May hold variables, like the template. */
  subject: string
  template: MailKind
  variables: TemplateVariables
}

/** What a template can name, as Supabase has it: `{{ .Token }}`, `{{ .Data.name }}`, … */
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

/** A mail whose text is ready. */
export interface ReadyMail {
  to: string
  subject: string
  html: string
  /** Without markup; of the sign-in service's mails there is none. */
  text?: string
  /** `<…@…>`. */
  messageId?: string
}

export interface Mailer {
  /** Resolves once the mail is kept safely; rejects when it could not be. */
  send(mail: TemplateMail | ReadyMail): Promise<void>
}

export interface Mailbox extends Mailer {
  /** Newest first; of one address (any case) with `to`. */
  list(filter?: { to?: string }): StoredMail[]
  get(id: string): StoredMail | undefined
  /** /_mail, /_mail.json, /_mail/{id}, /_mail/{id}.json and /_mail/{id}/body. */
  routes: Routes
}

/**
 * Keeps every mail that the product sends, to be read in a browser at /_mail: nothing leaves the
 * machine. Mails are files in `dir`, so that a restart keeps them; the newest 500 stay.
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
