import { formatBytes } from '@rookies/data/files/file-size'
import { Button, Flex, Progress, Typography } from 'antd'
import type { Upload, UploadQueue } from './upload-queue'

interface UploadLineProps {
  upload: Upload
  queue: Pick<UploadQueue, 'pause' | 'resume'>
  onCancel: () => void
}

/** An upload with its progress and buttons. */
export function UploadLine({ upload, queue, onCancel }: UploadLineProps) {
  const { id, name, size, share, state, failure, isFinal } = upload
  const isRunning = state === 'waiting' || state === 'sending'
  // A failed upload into a text has lost its placeholder there, so it cannot be tried again.
  const isOver = state === 'failed' && (upload.kind === 'text' || isFinal)
  return (
    <Flex wrap align="center" gap="0 0.5rem">
      <Flex vertical flex="1 1 12rem" style={TEXT}>
        <span>{`${name}, ${formatBytes(size)}`}</span>
        {state === 'failed' ? (
          <Typography.Text type="danger">{failure}</Typography.Text>
        ) : (
          <Progress
            size="small"
            percent={Math.floor(share * 100)}
            status="normal"
            aria-label={`Uploading ${name}`}
          />
        )}
        {STATE_TEXTS[state] && (
          <Typography.Text type="secondary">{STATE_TEXTS[state]}</Typography.Text>
        )}
      </Flex>
      <Flex>
        {/* One button for all states, so that the focus is kept when the state changes. */}
        {!isOver && (
          <Button
            type="text"
            size="small"
            aria-label={`${isRunning ? 'Pause' : retryLabel(state)} ${name}`}
            onClick={() => (isRunning ? queue.pause(id) : queue.resume(id))}
          >
            {isRunning ? 'Pause' : retryLabel(state)}
          </Button>
        )}
        <Button type="text" size="small" aria-label={`Cancel ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </Flex>
  )
}

const TEXT = { minWidth: 0, overflowWrap: 'anywhere' } as const

const retryLabel = (state: Upload['state']) => (state === 'failed' ? 'Try Again' : 'Continue')

const STATE_TEXTS: Partial<Record<Upload['state'], string>> = {
  waiting: 'Waiting for the files before it.',
  paused: 'Paused.',
  stopped: 'The connection was lost. The part that was uploaded is kept.',
}
