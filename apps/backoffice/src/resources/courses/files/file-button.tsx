import { Button, type ButtonProps } from 'antd'
import { type ReactNode, useRef } from 'react'

interface FileButtonProps extends Pick<ButtonProps, 'id' | 'type' | 'size' | 'disabled'> {
  /** What the field behind it is called. */
  field: string
  icon: ReactNode
  multiple?: boolean
  onFiles: (files: File[]) => void
  children: string
}

/** Opens the browser's own dialog for files. Not antd's Upload, which takes the focus off the button. */
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
        // antd's form shows what is `hidden`.
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
