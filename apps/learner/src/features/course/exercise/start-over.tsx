import { type ExerciseFile, isSameFiles } from '@rookies/data/exercises/exercise-part'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button'
import { ConfirmDialog } from '../../../ui/confirm-dialog'

interface StartOverProps {
  files: readonly ExerciseFile[]
  starter: readonly ExerciseFile[]
  /** Whether the person can hand in, and has earlier runs. */
  handsIn?: boolean
  onStart: () => void
}

/** A button that replaces the code by the starter of the exercise, after a confirmation. */
export function StartOver({ files, starter, handsIn = true, onStart }: StartOverProps) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="quiet"
        disabled={isSameFiles(files, starter)}
        onClick={() => setAsking(true)}
      >
        <RotateCcw aria-hidden="true" />
        Start over
      </Button>
      {asking && (
        <ConfirmDialog
          title="Start over?"
          confirm="Start over"
          danger
          onConfirm={onStart}
          onClose={() => setAsking(false)}
        >
          <p>
            Your code goes back to what the exercise begins with, on all your devices.
            {handsIn && ' What you handed in stays under Earlier runs.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
