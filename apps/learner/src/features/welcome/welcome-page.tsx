import { LIBRARY_PATH } from '@rookies/data/access/home'
import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { BookOpenText, ListChecks, MoonStar } from 'lucide-react'
import { useRef } from 'react'
import { useBoot } from '../../shared/use-boot'
import { useFocusHeading } from '../../shared/use-focus-heading'
import { usePageTitle } from '../../shared/use-page-title'
import { useSiteName } from '../../shared/use-site-name'
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
    title: 'Pick up where you left off',
    text: 'Your progress is saved, and the next lesson is one click away.',
  },
  {
    Icon: MoonStar,
    title: 'Easy on the eyes',
    text: 'Calm pages by day and by night, on a desk or on a phone.',
  },
]

const PROMISE = 'Learn to code, and keep going until it sticks.'
const LEAD = 'Your courses, your pace, your progress: one quiet place for all of it.'
/** A description of up to this many characters is the heading of the page. */
const SHORT = 80

/** The first page of a visitor, with the site's description and a picture of the library (rules/settings#accent). */
export default function WelcomePage() {
  const heading = useRef<HTMLHeadingElement>(null)
  const site = useSiteName()
  const settings = useBoot()?.settings
  const described = settings?.site_description ?? ''
  const long = described.length > SHORT
  const promise = long || described === '' ? PROMISE : described
  usePageTitle(null)
  useFocusHeading(heading)

  return (
    <PublicPage>
      <div className={styles.page}>
        <MaintenanceNote />
        <section className={styles.hero}>
          <div className={styles.text}>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {settings ? promise : <VisuallyHidden>{site}</VisuallyHidden>}
            </h1>
            <p className={styles.lead}>{settings && (long ? described : LEAD)}</p>
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
