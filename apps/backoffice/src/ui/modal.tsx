import { Modal as AntdModal, Button, Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import styles from './modal.module.css'
import { layerPlace, useLayer } from './use-layer'

export interface ModalProps {
  open?: boolean
  title: string
  onClose: () => void
  /** The width: as wide as the window, for an editor with its preview, for a form, or for a sentence with two buttons. */
  size?: 'window' | 'editor' | 'form' | 'question'
  children: ReactNode
  /** The buttons; missing in a dialog that only shows something, which then has a button that closes it. */
  actions?: ReactNode
}

const WIDTHS = { window: '100%', editor: '68rem', form: '36rem', question: '28rem' }

const PARTS = {
  content: styles.content,
  header: styles.header,
  body: styles.body,
  footer: styles.footer,
}

/**
 * A dialog with a title, content and buttons. It is mounted only while it is open, so state that must outlive it
 * belongs to its parent.
 */
export function Modal(props: ModalProps) {
  const { open = true, title, onClose, size = 'question', children } = props
  const { actions = <Button onClick={onClose}>Close</Button> } = props
  if (!open) return null
  // Escape closes the dialog, except in a field that uses Escape itself; antd would always close it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    if (!event.isDefaultPrevented()) onClose()
  }
  return (
    <AntdModal
      open
      centered
      closable={false}
      width={WIDTHS[size]}
      className={styles.modal ?? ''}
      classNames={PARTS}
      // An empty name turns off the animation, so that the dialog opens at once.
      transitionName=""
      maskTransitionName=""
      getContainer={layerPlace}
      title={<Title onClose={onClose}>{title}</Title>}
      footer={
        <Flex wrap justify="flex-end" gap="small">
          {actions}
        </Flex>
      }
      onCancel={onClose}
      wrapProps={{ onKeyDown }}
    >
      {children}
    </AntdModal>
  )
}

function Title({ children, onClose }: { children: string; onClose: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayer(heading, onClose)
  return <h2 ref={heading}>{children}</h2>
}
