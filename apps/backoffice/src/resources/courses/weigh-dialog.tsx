import type { ContentImpact } from '@rookies/data/course-editing/content-impact'
import type { Content } from '@rookies/data/course-editing/delete-content'
import type { ReactNode } from 'react'
import { useRead } from '../../app/use-read'
import { Question } from '../../ui/question'
import words from './words.module.css'

interface WeighDialogProps {
  /** What it is about; null while the dialog is closed. */
  content: (Content & { title: string }) | null
  question: string
  /** What follows from a yes, from the numbers. */
  words: (impact: ContentImpact) => string[]
  confirm: string
  danger?: boolean
  busy: boolean
  /** Under what follows from a yes. */
  below?: ReactNode
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that learners notice, and says in numbers and names what it means for them. */
export function WeighDialog({ content, ...props }: WeighDialogProps) {
  return content && <Weighing content={content} {...props} />
}

interface WeighingProps extends WeighDialogProps {
  content: Content & { title: string }
}

function Weighing({ content, question, words: sentences, ...props }: WeighingProps) {
  const { kind, id } = content
  const impact = useRead('courses/impact', { input: { kind, id }, staleTime: 0, gcTime: 0 })
  return (
    <Question
      {...props}
      title={question}
      subject={<p className={words.title}>{content.title}</p>}
      query={impact}
      sentences={sentences}
    />
  )
}
