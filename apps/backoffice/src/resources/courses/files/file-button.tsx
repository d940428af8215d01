import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'id' | 'type' | 'size' | 'disabled'> {
  /** The accessible name of the file input. */
  field: string
  icon: ReactNode
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: string
}

/** Opens the browser's file dialog. antd's Upload would take the focus off the button. */
export function FileButton(props: FileButtonProps) {
  const { field, multiple = false, onFiles, children, ...button } = props
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        // antd's form styles override `hidden` for file inputs.
        style={{ display: 'none' }}
        multiple={multiple}
        aria-label={field}
        onChange={({ target }) => {
          const files = Array.from(target.files ?? [])
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
