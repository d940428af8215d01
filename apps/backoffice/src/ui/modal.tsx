import { Modal as AntdModal, Button, Flex } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import styles from './modal.module.css'
import { layerPlace, useLayer } from './use-layer'

export interface ModalProps {
  open?: boolean
  title: string
  onClose: () => void
  /** As wide as the window, or fits an editor beside its preview, a form, or a sentence and two buttons. */
  size?: 'window' | 'editor' | 'form' | 'question'
  children: ReactNode
  /** Left out where the dialog only shows something: then it has a button that closes it. */
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
 * A dialog with a title, content and buttons. It is mounted only while it is open; its owner keeps what has to
 * outlive it.
 */
export function Modal(props: ModalProps) {
  const { open = true, title, onClose, size = 'question', children } = props
  const { actions = <Button onClick={onClose}>Close</Button> } = props
  if (!open) return null
  // Unlike antd, leaves Escape to a field that uses it.
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
      // Opens without an animation, so that it answers at once.
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
