import type { ImportReport, MissingChoice } from '@rookies/data/course-import/import-course'
import type { ImportPayload } from '@rookies/data/course-import/payload'
import { StatusBadge, type StatusTone } from '../../../ui/status-badge'
import styles from './import-outline.module.css'

interface ImportOutlineProps {
  payload: ImportPayload
  report: ImportReport
  missing: MissingChoice
}

const BADGES: Record<
  'created' | 'updated' | 'unchanged' | 'moved' | 'order',
  [StatusTone, string]
> = {
  created: ['live', 'New'],
  updated: ['info', 'Changed'],
  unchanged: ['plain', 'Unchanged'],
  moved: ['info', 'Moved'],
  order: ['info', 'New order'],
}

/** The course as it would be, module by module, each lesson with what becomes of it. */
export function ImportOutline({ payload, report, missing }: ImportOutlineProps) {
  const modules = new Map(report.modules.map((module) => [module.source_path, module]))
  const lessons = new Map(report.lessons.map((lesson) => [lesson.source_path, lesson]))
  const { absent } = report
  const gone = absent.modules.length + absent.lessons.length
  return (
    <ol className={styles.outline}>
      {payload.modules.map((module) => {
        const known = modules.get(module.source_path)
        return (
          <li key={module.source_path}>
            <details>
              <summary>
                <span className={styles.title}>{module.title}</span>
                <span className={styles.note}>{module.lessons.length}</span>
                {known && known.status !== 'unchanged' && <Badge kind={known.status} />}
                {known?.reordered && <Badge kind="order" />}
              </summary>
              <ol className={styles.lessons}>
                {module.lessons.map((lesson) => {
                  const what = lessons.get(lesson.source_path)
                  return (
                    <li key={lesson.source_path}>
                      <span className={styles.title}>{lesson.title}</span>
                      {what && <Badge kind={what.status} />}
                      {what?.moved && <Badge kind="moved" />}
                    </li>
                  )
                })}
              </ol>
            </details>
          </li>
        )
      })}
      {gone > 0 && (
        <li>
          <details>
            <summary>
              <span className={styles.title}>Not in the folder</span>
              <span className={styles.note}>{absent.lessons.length}</span>
              <StatusBadge
                tone={missing === 'bin' ? 'draft' : 'plain'}
                label={missing === 'bin' ? 'To the bin' : 'Kept'}
              />
            </summary>
            <ul className={styles.lessons}>
              {absent.modules.map(({ id, title }) => (
                <li key={id}>
                  <span className={styles.title}>{title}</span>
                  <span className={styles.note}>Module</span>
                </li>
              ))}
              {absent.lessons.map(({ id, title }) => (
                <li key={id}>
                  <span className={styles.title}>{title}</span>
                </li>
              ))}
            </ul>
          </details>
        </li>
      )}
    </ol>
  )
}

function Badge({ kind }: { kind: keyof typeof BADGES }) {
  const [tone, label] = BADGES[kind]
  return <StatusBadge tone={tone} label={label} />
}
