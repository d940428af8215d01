import { useBoot } from '../../shared/use-boot'
import { Button } from '../../ui/button'
import { Refusal } from '../../ui/refusal'
import styles from './two-factor.module.css'
import { TwoFactorPanel } from './two-factor-panel'

interface TwoFactorOffProps {
  arrived: boolean
  busy: boolean
  refusal: { message: string } | null
  onBegin: () => void
}

/** Shown without a second factor: explains it, and starts setting it up. */
export function TwoFactorOff({ arrived, busy, refusal, onBegin }: TwoFactorOffProps) {
  const required = useBoot()?.account?.aal_required === true
  return (
    <TwoFactorPanel
      title="Authenticator app"
      badge={<span className={styles.off}>Off</span>}
      arrived={arrived}
    >
      {required && (
        <p className={styles.note}>
          The back-office requires two-factor sign-in. Set up an app to enter.
        </p>
      )}
      <p>
        You need an app that shows codes, such as Aegis, 2FAS, Google Authenticator, Microsoft
        Authenticator or a password manager. Setting it up takes a minute.
      </p>
      {refusal && <Refusal id="refusal" message={refusal.message} />}
      <div className={styles.actions}>
        <Button variant="primary" onClick={onBegin} disabled={busy}>
          {busy ? 'Preparing...' : 'Set up an authenticator app'}
        </Button>
      </div>
    </TwoFactorPanel>
  )
}
