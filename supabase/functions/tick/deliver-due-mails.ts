import { fieldOf } from '../_shared/answer.ts'
import { writeMail } from '../_shared/mail-content.ts'
import { type Deliver, PATIENCE_MS, Refused } from '../_shared/mailer.ts'
import { askToConfirm } from './ask-to-confirm.ts'
import { MAIL_TEMPLATES } from './mails/index.ts'
import { removeFile } from './remove-file.ts'

// Nothing of Deno or Node in here: the edge function and the embedded backend both run it.

/** What leaves the database and is no mail of ours: another service of the project does it. */
const BY_SERVICES: Record<string, (content: unknown, place: Delivering) => Promise<void>> = {
  file_removal: removeFile,
  address_mail: askToConfirm,
}

export interface Delivering {
  /** Where the tables answer, without a slash at the end. */
  restUrl: string
  /** Where files are, without a slash at the end. */
  storageUrl: string
  /** Where the auth service is, without a slash at the end. */
  authUrl: string
  serviceKey: string
  /** Origin of the product. */
  siteUrl: string
  /** Null where no mailer is set up: mails then stay where they are, and only the project's services are asked. */
  deliver: Deliver | null
  log: (line: string) => void
  /** Takes no more mails. */
  signal?: AbortSignal
}

/**
 * Sends the mails that are due, and asks the project's services for what is theirs to do, ten at most, one after
 * another (rules/due-work#mails, rules/files#removal). What does not leave is tried again by a later turn.
 * @returns how many it looked at, also such as matter no longer
 * @throws where the database does not answer
 */
export async function deliverDueMails(delivering: Delivering): Promise<number> {
  const kinds = delivering.deliver === null ? { only_kinds: Object.keys(BY_SERVICES) } : {}
  const claimed = await ask(delivering, 'claim_due_mails', kinds, delivering.signal)
  const mails = fieldOf(claimed, 'mails')
  if (!Array.isArray(mails)) throw new Error('claim_due_mails() answered no list')
  for (const mail of mails) {
    // What is left goes to another motor, once these ten minutes are over.
    delivering.signal?.throwIfAborted()
    await deliverOne(mail, delivering)
  }
  return Number(fieldOf(claimed, 'taken'))
}

async function deliverOne(claimed: unknown, delivering: Delivering): Promise<void> {
  const [work_id, attempt] = [fieldOf(claimed, 'id'), fieldOf(claimed, 'attempt')]
  const kind = String(fieldOf(claimed, 'kind'))
  const settle = (outcome: object) =>
    ask(delivering, 'settle_due_mail', { work_id, attempt, ...outcome })
  try {
    const content = fieldOf(claimed, 'content')
    const byService = BY_SERVICES[kind]
    if (byService) await byService(content, delivering)
    else await sendMail(kind, content, String(fieldOf(claimed, 'key')), delivering)
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    delivering.log(`Due work (${kind}) was not done: ${failed}`)
    await settle({ failed, final: error instanceof Refused })
    return
  }
  await settle({})
}

async function sendMail(
  kind: string,
  content: unknown,
  key: string,
  delivering: Delivering,
): Promise<void> {
  const siteUrl = delivering.siteUrl.replace(/\/+$/, '')
  const template = MAIL_TEMPLATES[kind]
  if (!template) throw new Error(`There is no template for ${kind}: deploy the functions again.`)
  // Never said to have left where nothing sends it.
  if (delivering.deliver === null) throw new Error('No mailer is set up.')
  await delivering.deliver(await writeMail(template(content, siteUrl), siteUrl, key))
}

/** What has left is said to have left, also by a motor that is told to end: `settle_due_mail()` takes no signal. */
async function ask(
  { restUrl, serviceKey }: Delivering,
  name: string,
  body: object,
  signal = AbortSignal.timeout(PATIENCE_MS),
): Promise<unknown> {
  const answer = await fetch(`${restUrl}/rpc/${name}`, {
    method: 'POST',
    headers: {
      apikey: serviceKey,
      authorization: `Bearer ${serviceKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok) throw new Error(`${name}() answered ${answer.status}`)
  const text = await answer.text()
  return text === '' ? null : JSON.parse(text)
}
