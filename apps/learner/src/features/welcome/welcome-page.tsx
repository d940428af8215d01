import { LIBRARY_PATH } from '@rookies/data/access/home'
import { BookOpenText, ListChecks, MoonStar } from 'lucide-react'
import { useRef } from 'react'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { ButtonLink } from '../../ui/button'
import { MaintenanceNote } from '../../ui/maintenance-note'
import { PublicPage } from '../../ui/public-page'
import { LibraryPreview } from './library-preview'
import styles from './welcome-page.module.css'

const PROMISES = [
  {
    Icon: BookOpenText,
    title: 'Read, watch, practise',
    text: 'Written lessons, videos and links in one order that makes sense.',
  },
  {
    Icon: ListChecks,
    title: 'Pick up where you left',
    text: 'Every finished lesson is kept, and the next one is a click away.',
  },
  {
    Icon: MoonStar,
    title: 'Easy on the eyes',
    text: 'Calm pages by day and by night, on a desk or on a phone.',
  },
]

/** The text for a site whose settings have no description. */
const UNDESCRIBED = 'Your courses, your pace, your progress, in one quiet place.'

/**
 * The first page of a visitor: a promise, the site's description, and a picture of the library
 * (rules/settings#accent).
 */
export default function WelcomePage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const settings = useBoot()?.settings
  usePageTitle(null)
  useFocusHeading(heading)

  return (
    <PublicPage>
      <div className={styles.page}>
        <MaintenanceNote />
        <section className={styles.hero}>
          <div className={styles.text}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              Learn to code, and keep going until it sticks.
            </h1>
            <p className={styles.lead}>{settings && (settings.site_description || UNDESCRIBED)}</p>
            <div className={styles.actions}>
              <ButtonLink variant="primary" to="/login">
                Get Started
              </ButtonLink>
              <ButtonLink to={LIBRARY_PATH}>View Programs</ButtonLink>
            </div>
          </div>
          <div className={styles.picture}>
            <LibraryPreview />
          </div>
        </section>
        <ul className={styles.promises}>
          {PROMISES.map(({ Icon, title, text }) => (
            <li key={title}>
              <Icon aria-hidden="true" />
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </PublicPage>
  )
}
