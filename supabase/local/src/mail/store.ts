import { randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findCode, findLinks } from './contents'
import type { ReadyMail } from './index'

/** A sent mail, with the parts that readers and tests need. */
export interface StoredMail {
  id: string
  to: string
  subject: string
  html: string
  /** Null for a mail with HTML only. */
  text: string | null
  /** The id in the form `<…@…>`; null if the sender set none. */
  message_id: string | null
  /** Further headers by name. */
  headers: Record<string, string>
  /** The addresses of the links in the body, in order. */
  links: string[]
  /** The code in the body; null if there is none. */
  code: string | null
  /** ISO date. */
  created_at: string
}

export interface MailStore {
  add(mail: ReadyMail): Promise<void>
  list(to?: string): StoredMail[]
  get(id: string): StoredMail | undefined
}

const keep = 500

/**
 * Stores each mail as a JSON file in `dir`, with names that sort by date. Unreadable files are skipped. The caller holds
 * the lock of the data folder, because drafts that a killed process left are removed.
 */
export function createMailStore(dir: string): MailStore {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const names = readdirSync(dir)
  for (const name of names.filter(isDraft)) rmSync(join(dir, name), { force: true })
  const mails = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .flatMap((name) => readMail(join(dir, name)))
  let last = 0

  return {
    async add({ to, subject, html, text = null, messageId = null, headers = {} }) {
      // No two mails get the same moment, so that the order of the files is the order of the mails.
      last = Math.max(Date.now(), last + 1)
      const mail: StoredMail = {
        id: `${last.toString(36).padStart(9, '0')}-${randomBytes(4).toString('hex')}`,
        to,
        subject,
        html,
        text,
        message_id: messageId,
        headers,
        links: findLinks(html),
        code: findCode(html),
        created_at: new Date(last).toISOString(),
      }
      await writeSafely(fileOf(dir, mail.id), JSON.stringify(mail))
      mails.push(mail)
      mails.sort((left, right) => (left.id < right.id ? -1 : 1))
      const dropped = mails.splice(0, Math.max(0, mails.length - keep))
      await Promise.all(dropped.map(({ id }) => rm(fileOf(dir, id), { force: true })))
    },
    list(to) {
      const wanted = to?.toLowerCase()
      return mails.filter((mail) => !wanted || mail.to.toLowerCase() === wanted).reverse()
    },
    get: (id) => mails.find((mail) => mail.id === id),
  }
}

const fileOf = (dir: string, id: string) => join(dir, `${id}.json`)

const isDraft = (name: string) => name.endsWith('.json.part')

/** Writes the file atomically, even if the machine stops in between. */
async function writeSafely(path: string, text: string): Promise<void> {
  const draft = `${path}.part`
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

function readMail(path: string): StoredMail[] {
  try {
    const mail: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return isMail(mail)
      ? [
          {
            ...mail,
            text: mail.text ?? null,
            message_id: mail.message_id ?? null,
            headers: mail.headers ?? {},
          },
        ]
      : []
  } catch {
    return []
  }
}

function isMail(value: unknown): value is StoredMail {
  if (typeof value !== 'object' || value === null) return false
  const texts = ['id', 'to', 'subject', 'html', 'created_at']
  const entries = new Map(Object.entries(value))
  return (
    texts.every((key) => typeof entries.get(key) === 'string') &&
    Array.isArray(entries.get('links'))
  )
}
