import type { ReviewDraft } from '@rookies/data/assignments/review-work'
import type { Criterion } from '@rookies/data/assignments/rubric'
import { formatCount } from '@rookies/data/wording'
import { Flex } from 'antd'
import cells from '../../ui/cells.module.css'
import { StatusBadge } from '../../ui/status-badge'
import styles from './review.module.css'

interface RubricPanelProps {
  rubric: readonly Criterion[]
  levels: ReviewDraft['levels']
  /** The index of the criterion that the number keys judge. */
  current: number
  disabled: boolean
  onJudge: (at: number, level: number) => void
}

/** The criteria of the rubric, each with a choice of its levels. The number of a level is also its key. */
export function RubricPanel({ rubric, levels, current, disabled, onJudge }: RubricPanelProps) {
  if (rubric.length === 0) return null
  return (
    <Flex component="section" vertical gap={12} aria-labelledby="review-rubric">
      <h2 id="review-rubric">Rubric</h2>
      {rubric.map((criterion, at) => (
        <fieldset
          key={criterion.id}
          className={styles.criterion}
          data-current={(at === current && !disabled) || undefined}
          disabled={disabled}
        >
          <legend>
            {criterion.title} {criterion.essential && <StatusBadge tone="info" label="Essential" />}
          </legend>
          {criterion.levels.map(({ title, points, meaning }, level) => (
            <Flex
              component="label"
              align="baseline"
              gap="small"
              key={`${title} ${points} ${meaning}`}
              className={styles.level}
            >
              <input
                type="radio"
                name={criterion.id}
                checked={levels[criterion.id] === level}
                onChange={() => onJudge(at, level)}
              />
              <span aria-hidden="true">
                <kbd>{level + 1}</kbd>
              </span>
              <span>
                {title}
                {points !== null && (
                  <span className={cells.fact}> {formatCount(points, 'point')}</span>
                )}
                {meaning && <span className={cells.below}>{meaning}</span>}
              </span>
            </Flex>
          ))}
        </fieldset>
      ))}
    </Flex>
  )
}
