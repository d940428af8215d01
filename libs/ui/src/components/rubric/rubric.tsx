import { Check } from 'lucide-react'
import { VisuallyHidden } from '../visually-hidden/visually-hidden'
import styles from './rubric.module.css'

interface RubricLevel {
  title: string
  /** Null if the level has no points. */
  points: number | null
  meaning: string | null
}

interface RubricCriterion {
  id: string
  title: string
  /** Whether work at the lowest level cannot pass. */
  essential: boolean
  /** From the lowest to the highest. */
  levels: readonly RubricLevel[]
}

interface RubricProps {
  criteria: readonly RubricCriterion[]
  /** The level that each judged criterion reached, by its id; 0 is the lowest. */
  reached?: Readonly<Record<string, number>>
  /** The level of the criteria's headings, 3 by default. */
  level?: 2 | 3 | 4 | 5
}

/** The criteria by which work is judged and, in a review, the levels that it reached (rules/assignments#rubric). */
export function Rubric({ criteria, reached, level = 3 }: RubricProps) {
  const Heading = `h${level}` as const
  return (
    <ol className={styles.rubric}>
      {criteria.map(({ id, title, essential, levels }) => (
        <li key={id} className={styles.criterion}>
          <div className={styles.head}>
            <Heading className={styles.title} dir="auto">
              {title}
            </Heading>
            {essential && <span className={styles.essential}>Essential</span>}
            {reached && reached[id] === undefined && (
              <span className={styles.aside}>Not judged</span>
            )}
          </div>
          {essential && (
            <p className={styles.aside}>
              {`Work at the level “${levels[0]?.title ?? ''}” does not pass.`}
            </p>
          )}
          <ol className={styles.levels} aria-label="Levels">
            {placed(levels).map(({ place, level: one }) => (
              <Level key={place} level={one} reached={reached?.[id] === place} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  )
}

/** Adds to each level its index, which is its key within the criterion. */
function placed(levels: readonly RubricLevel[]) {
  return Array.from(levels, (level, place) => ({ level, place }))
}

function Level({ level, reached }: { level: RubricLevel; reached: boolean }) {
  const { title, points, meaning } = level
  return (
    <li className={styles.level} data-reached={reached || undefined}>
      <span className={styles.levelTitle} dir="auto">
        {reached && (
          <>
            <Check aria-hidden="true" />
            <VisuallyHidden>Reached: </VisuallyHidden>
          </>
        )}
        {title}
      </span>
      {points !== null && (
        <span className={styles.points}>{`${points} ${points === 1 ? 'point' : 'points'}`}</span>
      )}
      {meaning && (
        <span className={styles.meaning} dir="auto">
          {meaning}
        </span>
      )}
    </li>
  )
}
