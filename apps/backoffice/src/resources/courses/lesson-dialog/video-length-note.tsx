import { type DurationNote, formatDuration } from '@rookies/data/course-editing/video-duration'
import { Button, Flex } from 'antd'

interface VideoLengthNoteProps {
  note: DurationNote | null
  onTake: () => void
}

/** A note beside Duration. It says that the duration comes from the video, or that the video has another length. */
export function VideoLengthNote({ note, onTake }: VideoLengthNoteProps) {
  const length = note && formatDuration(note.seconds)
  return (
    <Flex wrap align="center" gap="small">
      <p role="status">
        {note?.kind === 'filled' && `Filled in from the video, which is ${length} long.`}
        {note?.kind === 'differs' && `The video is ${length} long.`}
      </p>
      {note?.kind === 'differs' && (
        <Button size="small" onClick={onTake}>
          {`Use ${length}`}
        </Button>
      )}
    </Flex>
  )
}
