import { Button } from 'antd'
import { Trash2 } from 'lucide-react'
import { useCallback, useState } from 'react'
import { lazyComponent } from '../../ui/lazy-component'
import { LazyPart } from '../../ui/lazy-part'
import { Modal } from '../../ui/modal'

const Bin = lazyComponent(
  () => import('./bin'),
  (module) => module.default,
)

interface BinButtonProps {
  /** The course whose modules and lessons are shown; null for courses themselves. */
  courseId: string | null
}

/** Opens the bin: what was deleted in the last 30 days and can be restored (rules/courses#bin). */
export function BinButton({ courseId }: BinButtonProps) {
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setOpen(true)}>
        Bin
      </Button>
      <Modal open={open} title="Bin" size="form" onClose={close}>
        {open && (
          <LazyPart rows={3}>
            <Bin courseId={courseId} />
          </LazyPart>
        )}
      </Modal>
    </>
  )
}
