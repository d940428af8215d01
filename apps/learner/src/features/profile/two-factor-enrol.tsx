import { toDataError } from '@rookies/data/errors'
import { confirmCode } from '@rookies/data/factors/confirm-code'
import type { Enrolment } from '@rookies/data/factors/enrolment'
import { factorMessage } from '@rookies/data/factors/factor-message'
import { makeRecoveryCodes } from '@rookies/data/factors/recovery-codes'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useData } from '../../shared/data-context'
import { Button } from '../../ui/button'
import { CodeField } from '../../ui/code-field'
import { CopyButton } from '../../ui/copy-button'
import { Refusal } from '../../ui/refusal'
import { showError } from '../../ui/toast-store'
import { useCodeForm } from '../../ui/use-code-form'
import styles from './two-factor.module.css'
import { TwoFactorPanel } from './two-factor-panel'

interface TwoFactorEnrolProps {
  enrolment: Enrolment
  /**
   * Called after the first correct code. The codes are null if recovery codes could not be created; the person can
   * do that later.
   */
  onDone: (codes: string[] | null) => void
  onCancel: () => void
}

/** Adds an authenticator app: shows the QR code, and asks for a first code. */
export function TwoFactorEnrol({ enrolment, onDone, onCancel }: TwoFactorEnrolProps) {
  const client = useData()
  const queries = useQueryClient()
  const field = useRef<HTMLInputElement>(null)
  const { waiting, refusal, onSubmit, codeField } = useCodeForm({
    field,
    messageOf: factorMessage,
    send: async (code) => {
      await confirmCode(client, queries, enrolment.factorId, code)
      onDone(await codesOrNull())
    },
  })

  const codesOrNull = async () => {
    try {
      return await makeRecoveryCodes(client, queries)
    } catch (thrown) {
      showError(`No recovery codes were made. ${factorMessage(toDataError(thrown))}`)
      return null
    }
  }

  return (
    <TwoFactorPanel title="Set up your authenticator app" arrived>
      <ol className={styles.steps}>
        <li>
          <h3>Scan this with the app</h3>
          <div className={styles.scan}>
            <img
              className={styles.qr}
              src={enrolment.qr}
              alt="QR code for your authenticator app"
              width="200"
              height="200"
            />
            <div className={styles.manual}>
              <p>
                Is the app on this device? <a href={enrolment.uri}>Open it there</a>.
              </p>
              <p>Or type this key into it:</p>
              <code className={styles.secret}>{groups(enrolment.secret)}</code>
              <CopyButton label="Copy key" text={enrolment.secret} />
            </div>
          </div>
        </li>
        <li>
          <h3>Enter the code that it shows</h3>
          <form className={styles.form} onSubmit={onSubmit} noValidate>
            {refusal && <Refusal id="refusal" message={refusal.message} />}
            <CodeField {...codeField} hint="Six digits. The code changes every 30 seconds." />
            <div className={styles.actions}>
              <Button variant="primary" type="submit" disabled={waiting}>
                {waiting ? 'Checking...' : 'Turn it on'}
              </Button>
              <Button variant="quiet" onClick={onCancel}>
                Cancel
              </Button>
            </div>
          </form>
        </li>
      </ol>
    </TwoFactorPanel>
  )
}

/** Splits the secret into groups of four letters, which are easier to type. */
const groups = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret
