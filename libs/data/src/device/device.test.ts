import { afterEach, describe, expect, it, vi } from 'vitest'
import { MemoryStorage } from '../progress/outbox/memory-storage'
import { newId } from './new-id'
import { sha256Of } from './sha256'
import { DeviceStore, localStore } from './store'
import { alone, hideForbidden, openChannel } from './tabs'

afterEach(() => vi.unstubAllGlobals())

const refused = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

describe('a store', () => {
  it('is the browser’s, and outlives the page', () => {
    const browser = new MemoryStorage()
    const store = new DeviceStore(() => browser)
    expect(store.keeps).toBe(true)
    expect(store.keep('a', '1')).toBe(true)
    expect(new DeviceStore(() => browser).getItem('a')).toBe('1')
    expect(store.keys()).toEqual(['a'])
    store.removeItem('a')
    expect(browser.items.size).toBe(0)
  })

  it.each([
    ['forbidden', refused],
    ['missing', () => undefined],
    ['null', () => null],
    [
      'shut at every call',
      () => ({ length: 1, key: refused, getItem: refused, setItem: refused, removeItem: refused }),
    ],
  ])('is the page’s memory where the browser’s is %s', (_, browser) => {
    const store = new DeviceStore(browser)
    expect(store.keeps).toBe(false)
    expect(store.getItem('a')).toBeNull()
    expect(store.keep('a', '1')).toBe(false)
    store.setItem('a', '2')
    expect(store.getItem('a')).toBe('2')
    expect(store.keys()).toEqual(['a'])
    expect(store.isUnkept('a')).toBe(true)
    expect(store.keepIfRoom('b', '1')).toBe(false)
    expect(store.getItem('b')).toBeNull()
    store.removeItem('a')
    expect(store.keys()).toEqual([])
    expect(store.isUnkept('a')).toBe(false)
  })

  it('asks each time: what was refused may be given later', () => {
    const browser = new MemoryStorage()
    let open = false
    const store = new DeviceStore(() => (open ? browser : null))
    store.setItem('a', '1')
    open = true
    expect(store.getItem('a')).toBe('1')
    expect(store.keep('a', '2')).toBe(true)
    expect(store.isUnkept('a')).toBe(false)
    expect(browser.getItem('a')).toBe('2')
  })

  it('gives up records and searches for what people wrote', () => {
    const browser = new MemoryStorage()
    const room = 40
    const full = Object.assign(browser, {
      setItem: (key: string, text: string) => {
        const others = [...browser.items].filter(([other]) => other !== key)
        if ([...others, [key, text]].join('').length > room) throw new DOMException('', 'Quota')
        browser.items.set(key, text)
      },
    })
    const store = new DeviceStore(() => full)
    store.setItem('rookies-logs', '12345678')
    store.setItem('rookies-searches:u', '1')
    expect(store.keep('note', 'x'.repeat(20))).toBe(true)
    expect(store.keys()).toEqual(['note'])
  })

  it('holds what there is no room for, and nothing older in its place', () => {
    const browser = new MemoryStorage()
    const store = new DeviceStore(() => browser)
    store.setItem('note', 'first')
    browser.full = true
    expect(store.keep('note', 'second')).toBe(false)
    expect(browser.items.size).toBe(0)
    expect(store.getItem('note')).toBe('second')
    browser.full = false
    expect(store.keep('note', 'third')).toBe(true)
    expect(browser.getItem('note')).toBe('third')
  })

  it('of both applications is found when it is asked for', () => {
    vi.stubGlobal('localStorage', new MemoryStorage())
    expect(localStore.keep('theme', 'dark')).toBe(true)
    expect(localStorage.getItem('theme')).toBe('dark')
  })
})

it('ids are random UUIDs, also without the browser’s own', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(ids).size).toBe(200)
})

it('a digest is the same with and without the browser’s own', async () => {
  const bytes = new TextEncoder().encode('abc').buffer
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256Of(bytes)).toBe(known)
  vi.stubGlobal('crypto', {})
  expect(await sha256Of(bytes)).toBe(known)
})

describe('tabs', () => {
  it.each([
    ['refused', refused],
    ['missing', undefined],
  ])('hear nothing where channels are %s', (_, given) => {
    vi.stubGlobal('BroadcastChannel', given)
    const channel = openChannel('x')
    channel.postMessage('said')
    channel.close()
  })

  it.each([
    ['missing', undefined],
    ['refused', { request: () => Promise.reject(new DOMException('', 'SecurityError')) }],
  ])('do their work where locks are %s', async (_, locks) => {
    vi.stubGlobal('navigator', { locks })
    const work = vi.fn()
    await alone('x', work)
    expect(work).toHaveBeenCalledOnce()
  })

  it('do work once that fails behind a lock', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: (_name: string, held: () => Promise<void>) => held() },
    })
    const work = vi.fn(() => Promise.reject(new Error('no')))
    await expect(alone('x', work)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  })

  it('show libraries no channel and no storage that would throw', () => {
    const kept = Object.getOwnPropertyDescriptors(globalThis)
    Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, get: refused })
    Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: refused })
    hideForbidden()
    expect('BroadcastChannel' in globalThis).toBe(false)
    expect('localStorage' in globalThis).toBe(false)
    Object.defineProperty(globalThis, 'BroadcastChannel', kept.BroadcastChannel)
    if (kept.localStorage) Object.defineProperty(globalThis, 'localStorage', kept.localStorage)
  })
})
