import { useRef } from 'react'
import { useArrival } from '../../shared/use-arrival'
import { usePageTitle } from '../../shared/use-page-title'
import { Mosaic } from '../../ui/mosaic'
import { PublicPage } from '../../ui/public-page'
import { LoginForm } from './login-form'
import styles from './login-page.module.css'
import { useWayOn } from './use-way-on'

/** Signing in (product §2, §4). Whoever is signed in already goes straight on. */
export default function LoginPage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const goingOn = useWayOn()
  usePageTitle('Log in')
  useArrival(heading)

  return (
    <PublicPage>
      <div className={styles.page}>
        <div className={styles.card}>
          <h1 ref={heading} tabIndex={-1} className={styles.title}>
            Welcome back
          </h1>
          <p className={styles.lead}>Log in to go on with your courses.</p>
          <LoginForm goingOn={goingOn} />
        </div>
        <div className={styles.picture}>
          <Mosaic />
        </div>
      </div>
    </PublicPage>
  )
}
