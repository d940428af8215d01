import { TWO_FACTOR_PATH } from '@rookies/data/access/factor-paths'
import { factorsQuery } from '@rookies/data/factors/factors-query'
import { useQuery } from '@tanstack/react-query'
import { useData } from '../../shared/data-context'
import { ButtonLink } from '../../ui/button'
import styles from './profile-form.module.css'
import { Section } from './section'

/** Says whether signing in needs an authenticator app, and links to the page that changes that. */
export function FactorsSection() {
  const factors = useQuery(factorsQuery(useData()))
  const on = factors.data && factors.data.apps.length > 0
  return (
    <Section
      title="Two-factor authentication"
      lead="When you sign in, you enter a code from an authenticator app in addition to your password."
    >
      <div className={styles.between}>
        <p className={styles.state} role="status">
          {factors.data ? (on ? 'On' : 'Off') : factors.isError ? 'Unknown at the moment' : ''}
        </p>
        <ButtonLink to={TWO_FACTOR_PATH}>
          {on ? 'Manage two-factor' : 'Set up two-factor'}
        </ButtonLink>
      </div>
    </Section>
  )
}
