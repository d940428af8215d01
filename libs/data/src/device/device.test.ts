import { afterEach, describe, expect, it, vi } from 'vitest'
import { MemoryStorage, mapStorage, pageOf, withKeys } from '../testing/memory-storage'
import { alone } from './alone'
import { deviceScript } from './device-plugin'
import { newId } from './new-id'
import { canPersist, persist } from './persist'
import { sha256Of } from './sha256'
import { DeviceStore } from './store'

afterEach(() => vi.unstubAllGlobals())

const refused = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError')
}

describe('a store', () => {
  it('uses the browser’s storage, so that entries survive closing the page', () => {
    const browser = new MemoryStorage()
    const store = pageOf(browser)
    expect(persist('a', '1', store)).toBe(true)
    expect(pageOf(browser).getItem('a')).toBe('1')
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
      () => withKeys({ getItem: refused, setItem: refused, removeItem: refused }, new Map()),
    ],
  ])('keeps entries in the page’s memory if the browser’s storage is %s', (_, browser) => {
    const store = new DeviceStore(browser)
    expect(store.getItem('a')).toBeNull()
    expect(persist('a', '1', store)).toBe(false)
    store.setItem('a', '2')
    expect(store.getItem('a')).toBe('2')
    expect(store.keys()).toEqual(['a'])
    expect(store.inMemory.has('a')).toBe(true)
    expect(store.setIfRoom('b', '1')).toBe(false)
    expect(store.getItem('b')).toBeNull()
    store.removeItem('a')
    expect(store.keys()).toEqual([])
    expect(store.inMemory.size).toBe(0)
  })

  it('tries the browser’s storage again each time, because it may become available', () => {
    const browser = new MemoryStorage()
    let open = false
    const store = new DeviceStore(() => (open ? browser : null))
    store.setItem('a', '1')
    open = true
    expect(store.getItem('a')).toBe('1')
    expect(persist('a', '2', store)).toBe(true)
    expect(store.inMemory.size).toBe(0)
    expect(browser.getItem('a')).toBe('2')
  })

  it('deletes logs and recent searches if texts that people wrote need the room', () => {
    const browser = new MemoryStorage()
    const room = 40
    const full = Object.assign(browser, {
      setItem: (key: string, text: string) => {
        const others = [...browser.items].filter(([other]) => other !== key)
        if ([...others, [key, text]].join('').length > room) throw new DOMException('', 'Quota')
        browser.items.set(key, text)
      },
    })
    const store = pageOf(full)
    store.setItem('rookies-logs', '12345678')
    store.setItem('rookies-searches:u', '1')
    expect(persist('note', 'x'.repeat(20), store)).toBe(true)
    expect(store.keys()).toEqual(['note'])
  })

  it('keeps an entry in memory if the storage is full, and deletes the older value', () => {
    const browser = new MemoryStorage()
    const store = pageOf(browser)
    store.setItem('note', 'first')
    browser.full = true
    expect(persist('note', 'second', store)).toBe(false)
    expect(browser.items.size).toBe(0)
    expect(store.getItem('note')).toBe('second')
    browser.full = false
    expect(persist('note', 'third', store)).toBe(true)
    expect(browser.getItem('note')).toBe('third')
  })

  it('is shared by both applications', () => {
    vi.stubGlobal('localStorage', mapStorage())
    expect(persist('theme', 'dark')).toBe(true)
    expect(localStorage.getItem('theme')).toBe('dark')
    expect(canPersist()).toBe(true)
    vi.stubGlobal('localStorage', undefined)
    expect(canPersist()).toBe(false)
  })
})

it('creates random UUIDs even without crypto.randomUUID', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  const ids = Array.from({ length: 200 }, newId)
  for (const id of ids) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  }
  expect(new Set(ids).size).toBe(200)
})

it('calculates the same SHA-256 with and without crypto.subtle', async () => {
  const bytes = new TextEncoder().encode('abc').buffer
  const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  expect(await sha256Of(bytes)).toBe(known)
  vi.stubGlobal('crypto', {})
  expect(await sha256Of(bytes)).toBe(known)
})

describe('a browser that restricts storage, channels, or locks', () => {
  it.each([
    ['refused', refused],
    ['missing', undefined],
    ['not even named', null],
  ])('gets channels without messages if channels are %s', (_, given) => {
    const real = Object.getOwnPropertyDescriptor(globalThis, 'BroadcastChannel') ?? {}
    const get = () => (given === null ? refused() : given)
    Object.defineProperty(globalThis, 'BroadcastChannel', { configurable: true, get })
    new Function('window', deviceScript())(globalThis)
    const channel = new BroadcastChannel('x')
    channel.addEventListener('message', refused)
    channel.postMessage('said')
    channel.close()
    Object.defineProperty(globalThis, 'BroadcastChannel', real)
  })

  it('hides storages that would throw from libraries, and leaves a working storage unchanged', () => {
    const page = { localStorage: new MemoryStorage(), BroadcastChannel }
    Object.defineProperty(page, 'sessionStorage', { configurable: true, get: refused })
    new Function('window', deviceScript())(page)
    expect(page).toHaveProperty('localStorage')
    expect('sessionStorage' in page).toBe(false)
    expect(deviceScript()).not.toMatch(/[<>\n]/)
  })

  it.each([
    ['missing', undefined],
    ['refused', { request: () => Promise.reject(new DOMException('', 'SecurityError')) }],
  ])('carries out the work if locks are %s', async (_, locks) => {
    vi.stubGlobal('navigator', { locks })
    const work = vi.fn()
    await alone('x', work)
    expect(work).toHaveBeenCalledOnce()
  })

  it('calls work that throws only once', async () => {
    vi.stubGlobal('navigator', {
      locks: { request: (_name: string, held: () => Promise<void>) => held() },
    })
    const work = vi.fn(() => Promise.reject(new Error('no')))
    await expect(alone('x', work)).rejects.toThrow('no')
    expect(work).toHaveBeenCalledOnce()
  })
})
