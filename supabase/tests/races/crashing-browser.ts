import type { DataClient } from '@rookies/data/client'
import type { BrowserSender } from '@rookies/data/delivery/browser-sender'
import { Sender } from '@rookies/data/delivery/sender'
import type { DataError } from '@rookies/data/errors'
import type { Queued } from '@rookies/data/outbox/kind'
import type { Outbox } from '@rookies/data/outbox/outbox'
import { deliver } from '@rookies/data/sync/kinds'
import { outboxOf } from '@rookies/data/sync/waiting'
import { MemoryStorage, pageOf } from '@rookies/data/testing/memory-storage'
import type { Person } from '../database'

/** A person's browser, which crashes regularly during its work. Only its storage remains. */
export class CrashingBrowser {
  readonly #storage = new MemoryStorage()
  outbox: Outbox
  #sender: BrowserSender
  #onItsWay: Promise<unknown> = Promise.resolve()
  #lives = 0

  constructor(
    readonly person: Person,
    private readonly client: DataClient,
    /** Called with each refusal. */
    private readonly onRefused: (error: DataError) => void = (error) => {
      throw error
    },
  ) {
    this.outbox = outboxOf(person.id, pageOf(this.#storage))
    this.#sender = this.#begin()
  }

  flush(): Promise<void> {
    return this.#sender.flush()
  }

  /** Closes without waiting for answers, and opens again a little later. */
  async die(): Promise<void> {
    this.#lives += 1
    this.#sender.stop()
    await this.#onItsWay
    this.outbox = outboxOf(this.person.id, pageOf(this.#storage))
    this.#sender = this.#begin()
  }

  async finish(): Promise<void> {
    while (this.outbox.all().length > 0) await this.flush()
    this.#sender.stop()
  }

  #begin(): BrowserSender {
    const { outbox } = this
    const life = this.#lives
    return new Sender({
      outbox,
      deliver: async (entry: Queued) => {
        const delivery = deliver(this.client, entry)
        this.#onItsWay = delivery
        const answer = await delivery
        return life === this.#lives ? answer : new Promise<never>(() => undefined)
      },
      currentUser: async () => this.person.id,
      exclusively: (work) => work(),
      online: () => true,
      // `finish` sends waiting changes at once, so that no timer is needed.
      later: () => () => undefined,
      random: Math.random,
      onSaved: () => undefined,
      onRefused: (_entry, error) => this.onRefused(error),
      onUnreachable: () => undefined,
      onDisabled: () => undefined,
    })
  }
}
