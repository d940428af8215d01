import type { ModuleSummary } from '@rookies/data/catalogue/course-content'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { LessonRow } from './lesson-row'
import styles from './module-section.module.css'

interface ModuleSectionProps {
  module: ModuleSummary
  /** Its place in the course, from 1. */
  number: number
}

/** One module and its lessons, which can be folded away. */
export function ModuleSection({ module, number }: ModuleSectionProps) {
  const [open, setOpen] = useState(true)
  const listId = useId()
  const { lessons } = module

  return (
    <div className={styles.module}>
      <h3 className={styles.heading}>
        <button
          type="button"
          className={styles.toggle}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => setOpen(!open)}
        >
          <ChevronDown className={styles.chevron} aria-hidden="true" />
          <span className={styles.number}>{number}</span>
          <span className={styles.title}>{module.title}</span>
          <span className={styles.count}>
            {lessons.length === 1 ? '1 lesson' : `${lessons.length} lessons`}
          </span>
        </button>
      </h3>
      <ol id={listId} className={styles.lessons} hidden={!open}>
        {lessons.map((lesson) => (
          <LessonRow key={lesson.id} lesson={lesson} />
        ))}
      </ol>
    </div>
  )
}
