import { Button } from 'antd'
import { ImageUp } from 'lucide-react'
import { type Ref, useRef } from 'react'

interface PictureButtonProps {
  ref?: Ref<HTMLButtonElement>
  label: string
  /** The accessible name of the file input that the button opens. */
  field: string
  loading?: boolean
  onFiles: (files: readonly File[]) => void
}

/** A button that opens the file dialog for pictures. */
export function PictureButton({ ref, label, field, loading = false, onFiles }: PictureButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        {...(ref && { ref })}
        icon={<ImageUp aria-hidden="true" />}
        loading={loading}
        onClick={() => picker.current?.click()}
      >
        {label}
      </Button>
      {/* antd's `Upload` is not used, because the button would lose the focus. */}
      <input
        ref={picker}
        type="file"
        // A style hides the input, because antd's form styles override `hidden` for file inputs.
        style={{ display: 'none' }}
        accept="image/png,image/jpeg,image/webp,image/gif,image/avif"
        aria-label={field}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
