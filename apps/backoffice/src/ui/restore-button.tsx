import { Button } from 'antd'
import { useEffect, useRef } from 'react'

interface RestoreButtonProps {
  onClick: () => void
  children: string
}

/** Restores unsaved text. The button takes the focus, so that Enter does not discard the text. */
export function RestoreButton({ onClick, children }: RestoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Button ref={button} type="primary" onClick={onClick}>
      {children}
    </Button>
  )
}
