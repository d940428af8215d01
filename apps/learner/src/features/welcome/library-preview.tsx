import { ProgressBar } from '@rookies/ui/components/progress-bar/progress-bar'
import { Thumbnail } from '@rookies/ui/components/thumbnail/thumbnail'
import styles from './library-preview.module.css'

const COURSE = 'HTML and CSS: Pages That Hold'
const LESSONS = [
  { title: 'What a page is made of', length: '08:00', state: 'done' },
  { title: 'Forms people can fill in', length: '12:30', state: 'done' },
  { title: 'Flexbox in 20 minutes', length: '19:59', state: 'current' },
  { title: 'A grid for the rest', length: '15:00', state: 'open' },
] as const

/**
 * A picture of a member's library with sample lessons, hidden from screen readers. The style sheet draws its icons:
 * icon components that several screens use are bundled together and load with every lesson.
 */
export function LibraryPreview() {
  return (
    <div className={styles.preview} aria-hidden="true" inert>
      <div className={styles.resume}>
        <div className={styles.picture}>
          <Thumbnail title={COURSE} />
        </div>
        <div className={styles.text}>
          <p className={styles.eyebrow}>Continue where you stopped</p>
          <p className={styles.lesson}>Flexbox in 20 minutes</p>
          <p className={styles.facts}>07:11 of 19:59</p>
        </div>
        <span className={styles.button}>Continue</span>
      </div>
      <div className={styles.course}>
        <p className={styles.title}>{COURSE}</p>
        <div className={styles.progress}>
          <ProgressBar percent={56} label={COURSE} />
          <strong>56%</strong>
        </div>
        <ul className={styles.lessons}>
          {LESSONS.map(({ title, length, state }) => (
            <li key={title} className={styles[state]}>
              <span className={styles.mark} />
              <span>{title}</span>
              <span className={styles.length}>{length}</span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
