import type { Criterion } from '@rookies/data/assignments/rubric'
import { formatCount } from '@rookies/data/wording'
import styles from './assignment.module.css'

interface RubricProps {
  rubric: readonly Criterion[]
  /** The level of each judged criterion, by its id; 0 is the lowest. */
  levels?: Readonly<Record<string, number>>
}

/** Shows the criteria by which work will be judged, folded at first (rules/assignments#rubric). */
export function Rubric({ rubric }: Pick<RubricProps, 'rubric'>) {
  return (
    <details className={styles.rubric}>
      <summary>{`How it is judged: ${formatCount(rubric.length, 'criterion', 'criteria')}`}</summary>
      <ul className={styles.criteria}>
        {rubric.map((criterion) => (
          <li key={criterion.id}>
            <Title criterion={criterion} />
            <ol className={styles.levels}>
              {criterion.levels.map(({ title, points, meaning }) => (
                <li key={title}>
                  <span dir="auto" className={styles.strong}>
                    {title}
                  </span>
                  {points !== null && ` · ${formatCount(points, 'point')}`}
                  {meaning && (
                    <span dir="auto" className={styles.meaning}>
                      {meaning}
                    </span>
                  )}
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Shows the levels that a review gave, without the criteria that it did not judge. */
export function JudgedLevels({ rubric, levels }: Required<RubricProps>) {
  const judged = rubric.filter(({ id }) => levels[id] !== undefined)
  if (judged.length === 0) return null
  return (
    <ul className={styles.judged}>
      {judged.map((criterion) => {
        const at = levels[criterion.id] ?? 0
        const level = criterion.levels[at]
        return (
          <li key={criterion.id} data-lowest={at === 0 || undefined}>
            <Title criterion={criterion} />
            <p>
              <span dir="auto" className={styles.level}>
                {level?.title}
              </span>
              <span className={styles.muted}>
                {` ${at + 1} of ${criterion.levels.length}`}
                {level?.points != null && ` · ${formatCount(level.points, 'point')}`}
              </span>
            </p>
            {level?.meaning && (
              <p dir="auto" className={styles.muted}>
                {level.meaning}
              </p>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Title({ criterion: { title, essential } }: { criterion: Criterion }) {
  return (
    <p className={styles.criterion}>
      <span dir="auto" className={styles.strong}>
        {title}
      </span>
      {essential && <span className={styles.tag}>Essential</span>}
    </p>
  )
}
