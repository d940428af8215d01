import {
  CirclePlay,
  CircleQuestionMark,
  FileText,
  Folder,
  GraduationCap,
  Link2,
  ListChecks,
  type LucideIcon,
  NotebookPen,
  Paperclip,
  SquareTerminal,
} from 'lucide-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router-dom'
import { MarkedText } from './marked-text'
import type { Result } from './options'
import styles from './result-option.module.css'

const ICONS = {
  course: GraduationCap,
  category: Folder,
  video: CirclePlay,
  file: Paperclip,
  text: FileText,
  link: Link2,
  assignment: ListChecks,
  exercise: SquareTerminal,
  question: CircleQuestionMark,
  note: NotebookPen,
} as const satisfies Record<Result['kind'], LucideIcon>

interface ResultOptionProps {
  result: Result
  active: boolean
  /** Called when the result is opened in this tab. */
  onFollow: () => void
  onPoint: () => void
}

/** One result: a link, which can also be opened in another tab. */
export function ResultOption({ result, active, onFollow, onPoint }: ResultOptionProps) {
  const Icon = ICONS[result.kind]
  const follow = (event: MouseEvent) => {
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) onFollow()
  }
  return (
    <Link
      id={result.id}
      to={result.to}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      className={styles.option}
      onClick={follow}
      onPointerMove={onPoint}
    >
      <Icon aria-hidden="true" />
      <span className={styles.text}>
        <span dir="auto" className={styles.title}>
          <MarkedText text={result.title} />
        </span>
        {result.about && (
          <span dir="auto" className={styles.about}>
            {result.about}
          </span>
        )}
        {result.snippet && (
          <span dir="auto" className={styles.snippet}>
            {result.snippetOf && <bdi className={styles.of}>{result.snippetOf}: </bdi>}
            <MarkedText text={result.snippet} />
          </span>
        )}
      </span>
    </Link>
  )
}
