import {
  changedTexts,
  lessonTextName,
  type ShownVersion,
} from '@rookies/data/course-editing/lesson-versions'
import { momentText } from '@rookies/data/time/moment-text'
import { EmptyState } from '@rookies/ui/components/empty-state/empty-state'
import { Button } from 'antd'
import { History } from 'lucide-react'
import { useRef, useState } from 'react'
import { useMay } from '../../../app/may'
import { useRead } from '../../../app/use-read'
import { Question } from '../../../kit/question'
import { ListFailed } from '../../../ui/list-failed'
import { Modal } from '../../../ui/modal'
import { Waiting } from '../../../ui/waiting'
import { useRestoreVersion } from './use-restore-version'
import { type Comparison, VersionComparison } from './version-comparison'
import { VersionList } from './version-list'

interface VersionsDialogProps {
  /** The lesson; missing if `begin` is given. */
  lessonId?: string
  /** The version that is shown first, with the changes of its save; missing to start with the list. */
  begin?: string
  /** Unsaved changes prevent restoring. */
  unsaved?: boolean
  onRestored?: () => void
  onClose: () => void
}

/** A lesson's versions, the differences of one, and restoring it (rules/courses#versions). */
export function VersionsDialog(props: VersionsDialogProps) {
  const { lessonId, begin, unsaved = false, onRestored, onClose } = props
  /** The version that was opened last, and whether the list is shown instead of it. */
  const [chosen, setChosen] = useState(begin ?? null)
  const [listed, setListed] = useState(begin === undefined)
  const [comparison, setComparison] = useState<Comparison>(begin ? 'saving' : 'restoring')
  const [asking, setAsking] = useState(false)
  // The pressed button disappears when the view changes, so the focus moves to this button.
  const stays = useRef<HTMLButtonElement>(null)
  const turn = (toList: boolean) => {
    stays.current?.focus()
    setListed(toList)
  }
  const mayRestore = useMay('lesson_versions', 'restore')
  const read = useRead('lessons/version', {
    input: { id: chosen ?? '' },
    enabled: chosen !== null,
    staleTime: 0,
    gcTime: 0,
    // The version on screen is the one that a restore overwrites, so it must not change while the person reads it.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const version = listed ? undefined : read.data
  const gone = read.error?.statusCode === 403
  const restore = useRestoreVersion(() => {
    onRestored?.()
    onClose()
  })
  const ofLesson = lessonId ?? read.data?.lessonId
  const changed = version ? changedTexts(version.now, version.texts) : []

  return (
    <Modal
      size="editor"
      title={version ? `Version of ${onOneLine(momentText(version.created_at))}` : 'Versions'}
      onClose={onClose}
      actions={
        <>
          {!listed && ofLesson && <Button onClick={() => turn(true)}>All Versions</Button>}
          <Button ref={stays} onClick={onClose}>
            Close
          </Button>
          {mayRestore && version && changed.length > 0 && (
            <Button
              type="primary"
              disabled={unsaved}
              loading={restore.busy}
              onClick={() => setAsking(true)}
            >
              Restore This Version
            </Button>
          )}
        </>
      }
    >
      {listed && ofLesson && (
        <VersionList
          lessonId={ofLesson}
          onChoose={(id) => {
            setComparison('restoring')
            setChosen(id)
            turn(false)
          }}
        />
      )}
      {!listed && gone && (
        <EmptyState icon={<History />} level={3} title="This version is gone">
          <p>It is no longer kept, or you may not read it.</p>
        </EmptyState>
      )}
      {!listed && !version && read.isError && !gone && (
        <ListFailed title="Failed to load this version" read={read} />
      )}
      {!listed && !version && !read.isError && <Waiting rows={8} />}
      {version && (
        <VersionComparison
          version={version}
          comparison={shownComparison(version, comparison, changed.length > 0)}
          onCompare={setComparison}
          unsaved={unsaved}
        />
      )}
      {version && asking && (
        <Question
          title="Restore this version?"
          confirm="Restore"
          onConfirm={() => {
            setAsking(false)
            restore.start({ id: version.id, unchangedSince: version.unchangedSince })
          }}
          onClose={() => setAsking(false)}
        >
          <p>
            {`The ${changed.map((text) => lessonTextName(text).toLowerCase()).join(' and the ')} will go back to ${momentText(version.created_at)}. Learners of a published course will see it right away. The current version is kept.`}
          </p>
        </Question>
      )}
    </Modal>
  )
}

/** Keeps a date and its time on one line. */
const onOneLine = (text: string) => text.replaceAll(' ', '\u00a0')

/**
 * The current version can only be compared with its predecessor, and the first version only with the current
 * lesson.
 */
function shownComparison(
  { earlier }: ShownVersion,
  wanted: Comparison,
  restorable: boolean,
): Comparison {
  if (earlier === null) return 'restoring'
  return restorable ? wanted : 'saving'
}
