import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { calendar } from './calendar'
import { checkLinks } from './check-links'
import { cohortLink } from './cohort-link'
import { mailEvents } from './mail-events'
import { purchaseWebhook } from './purchase-webhook'
import { repoResult } from './repo-result'
import { sendEmail } from './send-email'
import { sendInvite } from './send-invite'
import { signFiles } from './sign-files'
import { site } from './site'
import { tick } from './tick'
import { unsubscribe } from './unsubscribe'
import { verifyRun } from './verify-run'

/**
 * The calls of each function by the name of its folder: valid calls, and calls with a wrong method, token, body or
 * id, each with the expected answer. The command fails if a function has no calls here.
 */
export const CALLS: Record<string, (stage: Stage) => Promise<Deployment[]>> = {
  calendar,
  'check-links': checkLinks,
  'cohort-link': cohortLink,
  'mail-events': mailEvents,
  'purchase-webhook': purchaseWebhook,
  'repo-result': repoResult,
  'send-email': sendEmail,
  'send-invite': sendInvite,
  'sign-files': signFiles,
  site,
  tick,
  unsubscribe,
  'verify-run': verifyRun,
}
