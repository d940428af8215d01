import { fieldOf } from '../_shared/answer.ts'
import { askAsService } from '../_shared/as-service.ts'
import { writeMail } from '../_shared/mail-content.ts'
import { type Deliver, PATIENCE_MS, Refused } from '../_shared/mailer.ts'
import { readSchool, type School } from '../_shared/school.ts'
import { type AskHost, findCommit } from './find-commit.ts'
import { MAIL_TEMPLATES } from './mails/index.ts'
import { removeFile } from './remove-file.ts'
import { requestConfirmation } from './request-confirmation.ts'
import { requestVerdict } from './request-verdict.ts'

// This file uses neither Deno nor Node, because the edge function and the embedded backend both run it.

/** Kinds of jobs that call another service instead of sending a mail. */
export const BY_SERVICES: Record<
  string,
  (content: unknown, place: DeliveryOptions) => Promise<void>
> = {
  file_removal: removeFile,
  address_mail: requestConfirmation,
  round_commit: findCommit,
}

/** Kinds of jobs that run code. They have a queue of their own, so that a mail never waits for a run. */
export const RUNS: typeof BY_SERVICES = {
  run_check: requestVerdict,
  exercise_proof: requestVerdict,
}

export interface DeliveryOptions {
  /** Address of the REST API, without a slash at the end. */
  restUrl: string
  /** Address of storage, without a slash at the end. */
  storageUrl: string
  /** Address of Auth, without a slash at the end. */
  authUrl: string
  /** Public address of the edge functions, without a slash at the end, to which mailboxes post too. */
  functionsUrl: string
  serviceKey: string
  /** Origin of the product. */
  siteUrl: string
  askHost: AskHost
  /** Null if no mailer is configured: mails then wait, and only the jobs of other services are done. */
  deliver: Deliver | null
  log: (line: string) => void
  /** Stops the worker from taking further mails. */
  signal?: AbortSignal
}

/**
 * Sends due mails and does the due jobs of other services, at most ten, one after another
 * (rules/due-work#mails, rules/files#removal, rules/assignments#commits). A later round tries again what failed.
 * @returns the number of jobs that were looked at, including obsolete ones
 * @throws if the database does not answer
 */
export function deliverDueMails(options: DeliveryOptions): Promise<number> {
  const kinds = options.deliver === null ? { only_kinds: Object.keys(BY_SERVICES) } : {}
  return deliver('claim_due_mails', kinds, options)
}

/**
 * Does the same for runs and proofs that wait, one of each person (rules/exercises#verdict).
 * @returns the number of jobs that were looked at
 * @throws if the database does not answer
 */
export const verifyDueRuns = (options: DeliveryOptions): Promise<number> =>
  deliver('claim_due_runs', {}, options)

async function deliver(claim: string, args: object, options: DeliveryOptions): Promise<number> {
  const claimed = await ask(options, claim, args, options.signal)
  const mails = fieldOf(claimed, 'mails')
  if (!Array.isArray(mails)) throw new Error(`${claim}() answered no list`)
  let school: Promise<School> | undefined
  const readOnce = () => {
    school ??= readSchool({ ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
    return school
  }
  for (const mail of mails) {
    // The remaining jobs are not lost: another worker takes them when their claim of ten minutes ends.
    options.signal?.throwIfAborted()
    await deliverOne(mail, options, readOnce)
  }
  return Number(fieldOf(claimed, 'taken'))
}

async function deliverOne(
  claimed: unknown,
  options: DeliveryOptions,
  school: () => Promise<School>,
): Promise<void> {
  const [work_id, attempt] = [fieldOf(claimed, 'id'), fieldOf(claimed, 'attempt')]
  const kind = String(fieldOf(claimed, 'kind'))
  const settle = (outcome: object) =>
    ask(options, 'settle_due_mail', { work_id, attempt, ...outcome })
  try {
    const content = fieldOf(claimed, 'content')
    const byService = BY_SERVICES[kind] ?? RUNS[kind]
    if (byService) await byService(content, options)
    else await sendMail(kind, content, String(fieldOf(claimed, 'key')), options, school)
  } catch (error) {
    const failed = error instanceof Error ? error.message : String(error)
    options.log(`Background job (${kind}) failed: ${failed}`)
    await settle({ failed, final: error instanceof Refused })
    return
  }
  await settle({})
}

async function sendMail(
  kind: string,
  content: unknown,
  key: string,
  options: DeliveryOptions,
  readOnce: () => Promise<School>,
): Promise<void> {
  const template = MAIL_TEMPLATES[kind]
  if (!template) throw new Error(`There is no template for ${kind}: deploy the functions again.`)
  // Without a mailer, the job fails, so that the mail is not recorded as sent.
  if (options.deliver === null) throw new Error("Email isn't set up.")
  const school = await readOnce()
  const mail = template(content, school.url, options.functionsUrl, school.name)
  await options.deliver(await writeMail(mail, school, key))
}

/** Records the result of a job, also if the worker was told to stop: `settle_due_mail()` gets no abort signal. */
const ask = (
  options: DeliveryOptions,
  name: string,
  args: object,
  signal = AbortSignal.timeout(PATIENCE_MS),
) => askAsService({ ...options, signal }, name, args)
