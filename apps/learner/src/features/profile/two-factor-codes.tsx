import { recoveryCodesText } from '@rookies/data/factors/recovery-codes'
import { Download } from 'lucide-react'
import { useBoot } from '../../shared/use-boot'
import { useSiteName } from '../../shared/use-site-name'
import { Button } from '../../ui/button'
import { CopyButton } from '../../ui/copy-button'
import styles from './two-factor.module.css'
import { TwoFactorPanel } from './two-factor-panel'

interface TwoFactorCodesProps {
  codes: string[]
  onSaved: () => void
}

/** Shows new recovery codes, which are never shown again. */
export function TwoFactorCodes({ codes, onSaved }: TwoFactorCodesProps) {
  const site = useSiteName()
  const email = useBoot()?.account?.email ?? ''

  const download = () => {
    const text = recoveryCodesText(codes, { site, email, made: new Date() })
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'recovery-codes.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <TwoFactorPanel title="Save your recovery codes" arrived>
      <p>
        If you lose your phone, you can log in with one of these codes. That removes the
        authenticator app from your account, so that you can set up another. They are shown only
        now: print them, or save them in a password manager.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <CopyButton label="Copy codes" text={codes.join('\n')} />
        <Button small onClick={download}>
          <Download aria-hidden="true" />
          Download as text
        </Button>
      </div>
      <div className={styles.actions}>
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </TwoFactorPanel>
  )
}
