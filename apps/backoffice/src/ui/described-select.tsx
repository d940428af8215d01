import { VisuallyHidden } from '@rookies/ui/components/visually-hidden/visually-hidden'
import { Select, type SelectProps } from 'antd'
import { useId } from 'react'
import { popupPlace } from './popup-place'

interface DescribedSelectProps<T extends string> extends SelectProps<T> {
  /** The words of what is chosen; undefined while nothing is. */
  chosen: string | undefined
}

/** antd shows what is chosen beside its field, where a screen reader does not look: this tells it. */
export function DescribedSelect<T extends string>({ chosen, ...select }: DescribedSelectProps<T>) {
  const id = useId()
  return (
    <>
      <Select<T>
        {...select}
        aria-describedby={[select['aria-describedby'], id].filter(Boolean).join(' ')}
        optionFilterProp="label"
        getPopupContainer={popupPlace}
      />
      <VisuallyHidden id={id}>{chosen}</VisuallyHidden>
    </>
  )
}
