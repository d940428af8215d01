import { randomBytes } from 'node:crypto'
import { valueAt } from '../../doctor/ask'
import { askForList, askManagement } from '../../doctor/management-api'
import { keyedDigest, plainDigest } from '../digest'
import { SETTINGS_FILE, secretsIn, storeSecrets } from '../settings'
import type { Step } from '../step'
import type { Target } from '../target'

/** Random secrets that the command creates, because nobody has to choose them. */
const GENERATED_SECRETS: Record<string, () => string> = {
  TICK_SECRET: () => randomBytes(32).toString('hex'),
  SEND_EMAIL_HOOK_SECRET: () => `v1,whsec_${randomBytes(32).toString('base64')}`,
}

/**
 * The possible mailers. Those that are not in the settings are removed, because functions use the first mailer they
 * find.
 */
const MAILERS = ['SMTP_URL', 'RESEND_API_KEY', 'MAIL_API_URL']

/** @param file the file that stores new secrets */
export const secrets = (target: Target, file: string): Step => {
  const lacking = () => Object.keys(GENERATED_SECRETS).filter((name) => !target.settings[name])

  return {
    name: 'secrets of the functions',
    plan: `set them, make those that are missing, and keep these in ${SETTINGS_FILE}`,
    async look() {
      const there = await readSecretDigests(target)
      const wanted = secretsIn(target.settings)
      return [
        ...lacking().map((name) => `${name} has to be made.`),
        ...Object.entries(wanted).flatMap(([name, value]) => {
          const digest = there.get(name)
          if (digest === undefined) return [`${name} is not set.`]
          return isOther(there, target, digest, value) ? [`${name} has another value.`] : []
        }),
        ...superfluous(there, wanted).map((name) => `${name} is set, and not in the settings.`),
      ]
    },
    async act() {
      const made = Object.fromEntries(
        lacking().map((name) => [name, GENERATED_SECRETS[name]?.() ?? '']),
      )
      const wanted = { ...secretsIn(target.settings), ...made }
      const body = Object.entries(wanted).map(([name, value]) => ({ name, value }))
      await askManagement(target.owner, '/secrets', { method: 'POST', body })
      const gone = superfluous(await readSecretDigests(target), wanted)
      if (gone.length > 0) {
        await askManagement(target.owner, '/secrets', { method: 'DELETE', body: gone })
      }
      // The file is written last, so that it contains no secret that the project refused.
      if (Object.keys(made).length > 0) storeSecrets(file, made)
      Object.assign(target.settings, made)
    },
  }
}

/** Returns the names of the project's secrets, with the digests of their values. */
async function readSecretDigests({ owner }: Target): Promise<Map<string, string>> {
  const list = await askForList(owner, '/secrets')
  return new Map(
    list.map((one) => [String(valueAt(one, ['name'])), String(valueAt(one, ['value']))]),
  )
}

const superfluous = (there: Map<string, string>, wanted: Record<string, string>) =>
  MAILERS.filter((name) => there.has(name) && !wanted[name])

/**
 * Whether a secret has another value than the settings. The digest of the project's own address shows which kind of
 * digest the project uses; for an unknown kind, only names are compared.
 */
function isOther(
  there: Map<string, string>,
  { owner }: Target,
  digest: string,
  value: string,
): boolean {
  const known = [plainDigest, keyedDigest(owner.ref)].find(
    (one) => one(`https://${owner.ref}.supabase.co`) === there.get('SUPABASE_URL'),
  )
  return known !== undefined && known(value) !== digest
}
