/**
 * Delivers webhooks as both providers do: repeated with growing pauses until a 2xx, at least once, in no fixed order.
 * On demand also late, repeated or forged.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from './clock.ts';

/** Signed with another secret; changed after signing; properly signed, but an hour ago. */
export type Forgery = 'wrong-secret' | 'tampered' | 'old';

/**
 * How later events are delivered. `hold`: not before {@link Webhooks.release}. `repeat`: this many copies at the same
 * time. `lateMs`: when the clock has advanced by this. `forged`: instead of the real one, tried once.
 * `previous-secret`: signed with {@link Webhooks.previousSecret}, as providers do with events that are older than a
 * changed secret.
 */
export type DeliveryMode =
  | 'normal'
  | 'never'
  | 'hold'
  | 'previous-secret'
  | { repeat: number }
  | { lateMs: number }
  | { forged: Forgery };

/** An event as it was when it happened. */
export type WebhookEvent = { id: string; type: string; body: string };

export type Delivery = WebhookEvent & {
  manner: DeliveryMode;
  /** `due`: under way, or between two tries, or before there is somewhere to send it. */
  state: 'due' | 'held' | 'late' | 'never' | 'delivered' | 'given-up';
  /** One for each try; status 0: no answer. */
  tries: { at: number; status: number }[];
};

/** The differences between providers. */
export type WebhookDescription = {
  name: string;
  /** Where they go at the shop. */
  path: string;
  secret: string;
  previousSecret: string;
  /** Headers beside the content type; `at` is when it was signed, in ms. */
  sign(
    notice: WebhookEvent,
    secret: string,
    at: number,
  ): Promise<Record<string, string>> | Record<string, string>;
  /** Whether the signature holds its time; without one it cannot be too old. */
  signsTime: boolean;
  clock: Clock;
  log(line: string): void;
};

const hourMs = 3_600_000;
const longestPauseMs = 5000;

/** Other amounts, or one more space where there are none. */
const tamperWith = (body: string): string => {
  const tampered = body.replace(/("amount\w*":\s*)\d+/g, (_, name) => `${name}1`);
  return tampered === body ? `${body} ` : tampered;
};

export class Webhooks {
  /** How later events are delivered. */
  manner: DeliveryMode = 'normal';
  /** Tries before giving up, the pause after the first one (doubled each time) and the wait for an answer. */
  readonly patience = { tries: 8, pauseMs: 50, answerMs: 10_000 };
  /** Every delivery since the start, or since the last {@link Webhooks.forget}, oldest first. */
  readonly deliveries: Delivery[] = [];
  readonly #is: WebhookDescription;
  readonly #underWay = new Set<Promise<void>>();
  readonly #lateUntil = new Map<Delivery, number>();
  #waiting: Delivery[] = [];
  #shopUrl: string | undefined;
  #stopping = new AbortController();

  constructor(manner: WebhookDescription) {
    this.#is = manner;
    manner.clock.onTick(() => this.#sendLate());
  }

  /** Whether something is under way, or between two tries. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Whether the signature holds its time; without one it cannot be too old. */
  get signsTime(): boolean {
    return this.#is.signsTime;
  }

  /** The secret with which `previous-secret` signs. */
  get previousSecret(): string {
    return this.#is.previousSecret;
  }

  /** Sends to this shop from now on, beginning with what waits. */
  connect(shopUrl: string): void {
    this.#shopUrl = shopUrl;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const delivery of waiting) this.#start(delivery);
  }

  /** Sends an event in the present manner, or in another. */
  send(notice: WebhookEvent, manner: DeliveryMode = this.manner): Delivery[] {
    if (typeof manner === 'object' && 'forged' in manner && manner.forged === 'old' && !this.#is.signsTime)
      throw new Error(`${this.#is.name} does not sign the time: nothing can be too old.`);
    const copies = typeof manner === 'object' && 'repeat' in manner ? manner.repeat : 1;
    return Array.from({ length: copies }, () =>
      this.#sendOne({ ...notice, manner, state: 'due', tries: [] }),
    );
  }

  #sendOne(delivery: Delivery): Delivery {
    const { manner } = delivery;
    this.deliveries.push(delivery);
    if (manner === 'never') delivery.state = 'never';
    else if (manner === 'hold') delivery.state = 'held';
    else if (typeof manner === 'object' && 'lateMs' in manner) {
      delivery.state = 'late';
      this.#lateUntil.set(delivery, this.#is.clock.now() + manner.lateMs);
    } else this.#start(delivery);
    return delivery;
  }

  /** Delivers an event once more, as from a provider's dashboard. @throws when there was no such event */
  resend(eventId: string, manner: DeliveryMode = 'normal'): Delivery[] {
    const known = this.deliveries.find(({ id }) => id === eventId);
    if (!known) throw new Error(`No event ${eventId} has been sent.`);
    const { id, type, body } = known;
    return this.send({ id, type, body }, manner);
  }

  /**
   * Delivers what is held, one after the other in the given order, and sends normally from now on.
   * @returns when the last one is delivered or given up
   */
  async release(order: 'sent' | 'reverse' | ((a: Delivery, b: Delivery) => number) = 'sent'): Promise<void> {
    this.manner = 'normal';
    const held = this.deliveries.filter(({ state }) => state === 'held');
    if (order === 'reverse') held.reverse();
    else if (typeof order === 'function') held.sort(order);
    for (const delivery of held) delivery.state = 'due';
    for (const delivery of held) await this.#start(delivery);
  }

  /** Forgets the deliveries so far; those under way go on. */
  forget(): void {
    this.deliveries.length = 0;
    this.#lateUntil.clear();
  }

  /** Resolves when everything that is due has been delivered or given up: nothing held, late or unconnected. */
  async settled(): Promise<void> {
    while (this.#underWay.size) await Promise.all(this.#underWay);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  #sendLate(): void {
    const now = this.#is.clock.now();
    for (const [delivery, until] of this.#lateUntil) {
      if (now < until) continue;
      this.#lateUntil.delete(delivery);
      delivery.state = 'due';
      this.#start(delivery);
    }
  }

  #start(delivery: Delivery): Promise<void> {
    if (this.#shopUrl === undefined) {
      this.#waiting.push(delivery);
      return Promise.resolve();
    }
    const run = this.#deliver(delivery, this.#shopUrl + this.#is.path).finally(() =>
      this.#underWay.delete(run),
    );
    this.#underWay.add(run);
    return run;
  }

  async #deliver(delivery: Delivery, url: string): Promise<void> {
    const { manner } = delivery;
    const isForged = typeof manner === 'object' && 'forged' in manner;
    const tries = isForged ? 1 : this.patience.tries;
    for (let pauseMs = this.patience.pauseMs; !this.#stopping.signal.aborted; pauseMs *= 2) {
      const status = await this.#try(delivery, url);
      if (status >= 200 && status < 300) {
        delivery.state = 'delivered';
        return;
      }
      if (delivery.tries.length >= tries) break;
      const options = { ref: false, signal: this.#stopping.signal };
      await pause(Math.min(pauseMs, longestPauseMs), undefined, options).catch(() => {});
    }
    delivery.state = 'given-up';
  }

  /** @returns the status, 0 without an answer */
  async #try(delivery: Delivery, url: string): Promise<number> {
    const { manner, type } = delivery;
    const now = this.#is.clock.now();
    const forged = typeof manner === 'object' && 'forged' in manner ? manner.forged : undefined;
    const secret = this.#secretFor(manner, forged);
    const headers = await this.#is.sign(delivery, secret, forged === 'old' ? now - hourMs : now);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body: forged === 'tampered' ? tamperWith(delivery.body) : delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.patience.answerMs)]),
    }).catch(() => undefined);
    await answer?.body?.cancel().catch(() => {});
    const status = answer?.status ?? 0;
    delivery.tries.push({ at: now, status });
    this.#is.log(`${this.#is.name}: webhook ${type} ${status || 'had no answer'}`);
    return status;
  }

  #secretFor(manner: DeliveryMode, forged: Forgery | undefined): string {
    if (forged === 'wrong-secret') return `${this.#is.secret}_not`;
    return manner === 'previous-secret' ? this.#is.previousSecret : this.#is.secret;
  }
}
