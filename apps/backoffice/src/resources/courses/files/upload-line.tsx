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
  const moves = state === 'waiting' || state === 'sending'
  // A failed upload into a text has lost its placeholder there, so it cannot be tried again.
  const ended = state === 'failed' && (upload.kind === 'text' || isFinal)
  return (
    <Flex wrap align="center" gap="0 0.5rem">
      <Flex vertical flex="1 1 12rem" style={WORDS}>
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
        {SAID[state] && <Typography.Text type="secondary">{SAID[state]}</Typography.Text>}
      </Flex>
      <Flex>
        {/* One button for all states, so that the focus is kept when the state changes. */}
        {!ended && (
          <Button
            type="text"
            size="small"
            aria-label={`${moves ? 'Pause' : ways(state)} ${name}`}
            onClick={() => (moves ? queue.pause(id) : queue.resume(id))}
          >
            {moves ? 'Pause' : ways(state)}
          </Button>
        )}
        <Button type="text" size="small" aria-label={`Cancel ${name}`} onClick={onCancel}>
          Cancel
        </Button>
      </Flex>
    </Flex>
  )
}

const WORDS = { minWidth: 0, overflowWrap: 'anywhere' } as const

const ways = (state: Upload['state']) => (state === 'failed' ? 'Try Again' : 'Continue')

const SAID: Partial<Record<Upload['state'], string>> = {
  waiting: 'Waiting for the files before it.',
  paused: 'Paused.',
  stopped: 'The connection was lost. The part that was uploaded is kept.',
}
