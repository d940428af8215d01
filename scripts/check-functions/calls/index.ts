import type { Deployment } from '../call'
import type { Stage } from '../stage'
import { checkLinks } from './check-links'
import { purchaseWebhook } from './purchase-webhook'
import { sendInvite } from './send-invite'
import { signFiles } from './sign-files'
import { tick } from './tick'

/**
 * The calls of each function, by the name of its folder: good ones, and those with a wrong method, token, body or id, each
 * with its answer. A function that is missing here fails the command.
 */
export const CALLS: Record<string, (stage: Stage) => Promise<Deployment[]>> = {
  'check-links': checkLinks,
  'purchase-webhook': purchaseWebhook,
  'send-invite': sendInvite,
  'sign-files': signFiles,
  tick,
}
