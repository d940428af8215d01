import { Button } from 'antd'
import { ImageUp } from 'lucide-react'
import { type Ref, useRef } from 'react'

interface PictureButtonProps {
  ref?: Ref<HTMLButtonElement>
  label: string
  /** The accessible name of the field that the dialog fills. */
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
      {/* antd's Upload would take the focus off the button that opened the file dialog. */}
      <input
        ref={picker}
        type="file"
        // antd's form styles override `hidden` for file inputs.
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
