import { valueAt } from '../../doctor/ask'
import { compareSettings } from '../../doctor/auth'
import { expectedSettings } from '../../doctor/examine'
import { askManagement } from '../../doctor/management-api'
import { examineSettings } from '../../doctor/owner'
import { keyedDigest } from '../digest'
import { sendEmailHook } from '../hosted-config'
import { findingsToLacks, type Step } from '../step'
import type { Target } from '../target'

/** Applies the settings of Auth with its mails, of the API, and of storage. */
export const auth = (target: Target): Step => ({
  name: 'settings of Auth, the API and storage',
  plan: 'set what config.toml says: supabase config push',
  async look() {
    const { owner, settings } = target
    const findings = await examineSettings(owner, expectedSettings(settings))
    const answer = await askManagement(owner, '/config/auth')
    const hook = { hook_send_email_enabled: true, hook_send_email_uri: sendEmailHook(settings) }
    const secret = valueAt(answer, ['hook_send_email_secrets'])
    return [
      ...findingsToLacks([...findings, ...compareSettings('emails of Auth', hook, answer)]),
      ...(secret === keyedDigest(owner.ref)(settings.SEND_EMAIL_HOOK_SECRET ?? '')
        ? []
        : ['Auth does not have the SEND_EMAIL_HOOK_SECRET of the settings.']),
    ]
  },
  async act() {
    await target.cli(['config', 'push', `--remote=${target.owner.ref}`, '--yes'])
  },
})
