import { Button, Flex, Slider, Typography } from 'antd'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { PictureRefused } from '../../../kit/picture/picture-refused'
import { sendingError, useSendPicture } from '../../../kit/picture/use-send-picture'
import { SaveFailed } from '../../../ui/save-failed'
import { Waiting } from '../../../ui/waiting'
import { COVER_SHAPE, cropDirection } from './fit'
import { drawCut, makeCover, openPicture, type Picture } from './open-picture'

interface CoverCutProps {
  file: File
  onCancel: () => void
  /** Called with a sentence if the picture cannot be used. */
  onRefuse: (sentence: string) => void
  /** Called with the form's value for the uploaded cover. */
  onSent: (cover: string) => void
}

/** Shows the part of a picture that cards will show, lets a person move it, and uploads it. */
export default function CoverCut({ file, onCancel, onRefuse, onSent }: CoverCutProps) {
  const picture = usePicture(file, onRefuse)
  const [offset, setOffset] = useState(50)
  const canvas = useRef<HTMLCanvasElement>(null)
  const use = useRef<HTMLButtonElement>(null)
  const sending = useSendPicture(make, onSent)

  useLayoutEffect(() => {
    if (picture && canvas.current) drawCut(canvas.current, picture, offset / 100)
  }, [picture, offset])
  useEffect(() => {
    if (picture) use.current?.focus()
  }, [picture])

  if (!picture) return <Waiting rows={3} />
  const way = cropDirection(picture, COVER_SHAPE)
  const send = () => sending.mutate({ picture, offset: offset / 100 })
  const slider = way && (
    <Slider
      value={offset}
      onChange={setOffset}
      disabled={sending.isPending}
      // antd's vertical slider has its maximum at the top, so it is reversed: the up key moves the part up.
      vertical={way === 'down'}
      reverse={way === 'down'}
      ariaLabelForHandle={
        way === 'down' ? 'Vertical position of the picture' : 'Horizontal position of the picture'
      }
      tooltip={{ open: false }}
      style={way === 'down' ? { margin: 0, height: 'auto' } : { margin: 0 }}
    />
  )
  return (
    <Flex vertical gap="small" style={{ width: 'min(100%, 22rem)' }}>
      <Flex gap="small" vertical={way !== 'down'}>
        <canvas
          ref={canvas}
          role="img"
          aria-label="The part that cards show"
          width={COVER_SHAPE.width * 2}
          height={COVER_SHAPE.height * 2}
          style={CANVAS}
        />
        {slider}
      </Flex>
      {way && (
        <Typography.Text type="secondary">
          Cards show this part. Move it with the slider.
        </Typography.Text>
      )}
      {sending.isError && (
        <SaveFailed
          title="Failed to upload the picture"
          text={sendingError(sending.error)}
          busy={sending.isPending}
          onRetry={send}
        />
      )}
      <Flex wrap gap="small">
        <Button ref={use} type="primary" loading={sending.isPending} onClick={send}>
          Use Picture
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </Flex>
    </Flex>
  )
}

/** A picture, with the position of the crop from 0 to 1. */
const make = ({ picture, offset }: { picture: Picture; offset: number }) =>
  makeCover(picture, offset)

/** The picture in a file; null while it is decoded. */
function usePicture(file: File, onRefuse: (sentence: string) => void): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    let left = false
    let opened: Picture | null = null
    openPicture(file).then(
      (found) => {
        opened = found
        // A decoded picture can take much memory, so the bitmap is closed at once if the component is gone.
        if (left) found.bitmap.close()
        else setPicture(found)
      },
      (error: unknown) => {
        if (left) return
        onRefuse(
          error instanceof PictureRefused ? error.message : `${file.name} could not be opened.`,
        )
      },
    )
    return () => {
      left = true
      opened?.bitmap.close()
    }
  }, [file, onRefuse])
  return picture
}

const CANVAS = {
  flex: '1 1 0',
  width: '100%',
  minWidth: 0,
  aspectRatio: `${COVER_SHAPE.width} / ${COVER_SHAPE.height}`,
  borderRadius: 'var(--radius-m)',
} as const
