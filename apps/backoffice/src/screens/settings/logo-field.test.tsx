import * as sending from '@rookies/data/files/send-cover'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Form } from 'antd'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PictureRefused } from '../../kit/picture/picture-refused'
import { ALL_RIGHTS, openPart, preparePage } from '../../test/open-panel'
import { bootAnswer } from '../../test/wire'
import { LogoField } from './logo-field'
import * as making from './make-logo'

preparePage()

const stored = (size: string) => `covers/0f8fad5b-d9cb-469f-a165-70867728950e/logo-${size}.png`

beforeEach(() => {
  // jsdom cannot decode pictures.
  vi.spyOn(making, 'makeLogo').mockImplementation(async (file) => {
    if (file.name === 'tiny.png') throw new PictureRefused('tiny.png is too small.')
    return { file, size: { width: 512, height: 512 } }
  })
  vi.spyOn(sending, 'sendCover').mockResolvedValue(stored('512x512'))
})

async function openField(logo: string) {
  const save = vi.fn()
  openPart(
    <Form initialValues={{ logo }} onFinish={save}>
      <LogoField name="Harbour" />
      <button type="submit">Save</button>
    </Form>,
    '/admin',
    bootAnswer(ALL_RIGHTS),
  )
  const input = await screen.findByLabelText('Logo', { selector: 'input' })
  const choose = (...names: string[]) =>
    fireEvent.change(input, {
      target: { files: names.map((name) => new File(['x'], name, { type: 'image/png' })) },
    })
  const saved = async () => {
    fireEvent.click(screen.getByText('Save'))
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    return save.mock.calls[0]?.[0].logo
  }
  return { choose, saved }
}

describe('logo in the settings', () => {
  it('a logo is uploaded when it is chosen, shown in both themes, and stored when the form is saved', async () => {
    const { choose, saved } = await openField('')
    expect(screen.queryByText('Remove Logo')).toBeNull()
    choose('mark.png')
    for (const theme of ['light', 'dark']) {
      const plate = await screen.findByRole('img', { name: `Logo, ${theme}` })
      expect(plate.querySelector('img')?.src).toContain(stored('512x512'))
      expect(within(plate).getByText('Harbour')).toBeDefined()
    }
    expect(screen.getByText('It is the icon of the installed app too.')).toBeDefined()
    expect(await saved()).toBe(stored('512x512'))
  })

  it('a logo that is not square cannot be an icon, and can be replaced and removed', async () => {
    const { saved } = await openField(stored('1024x256'))
    expect(await screen.findByText(/^The installed app keeps its icon/)).toBeDefined()
    expect(screen.getByText('Replace Logo')).toBeDefined()
    fireEvent.click(screen.getByText('Remove Logo'))
    expect(await screen.findByText('Choose Logo')).toBeDefined()
    expect(screen.queryByRole('img', { name: 'Logo, light' })).toBeNull()
    expect(await saved()).toBe('')
  })

  it('the field says why a picture is refused, and keeps the earlier logo', async () => {
    const { choose, saved } = await openField(stored('512x512'))
    choose('tiny.png')
    expect(await screen.findByText('tiny.png is too small.')).toBeDefined()
    expect(screen.queryByText('Try Again')).toBeNull()
    choose('a.png', 'b.png')
    expect(await screen.findByText('A school has only one logo.')).toBeDefined()
    expect(await saved()).toBe(stored('512x512'))
  })

  it('a logo is uploaded again on request after a failure', async () => {
    vi.spyOn(sending, 'sendCover').mockRejectedValueOnce(new TypeError('Failed to fetch'))
    const { choose, saved } = await openField('')
    choose('mark.png')
    fireEvent.click(await screen.findByText('Try Again'))
    expect(await screen.findByText('Remove Logo')).toBeDefined()
    expect(await saved()).toBe(stored('512x512'))
  })
})

it.each([
  [{ width: 2000, height: 2000 }, 1, { width: 512, height: 512 }],
  [{ width: 4096, height: 512 }, 1, { width: 1024, height: 128 }],
  [{ width: 300, height: 100 }, 1, { width: 300, height: 100 }],
  [{ width: 300, height: 100 }, 0.5, { width: 150, height: 50 }],
  [{ width: 9000, height: 1 }, 1, { width: 1024, height: 1 }],
])('a picture of %o at %d is stored as %o', (picture, share, size) => {
  expect(making.logoSizeFor(picture, share)).toEqual(size)
})
