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
 * `previous-secret`: signed with {@link WebhookOptions.previousSecret}, as providers do with events that are older
 * than a changed secret.
 */
export type WebhookFault =
  | 'none'
  | 'never'
  | 'hold'
  | 'previous-secret'
  | { repeat?: number; lateMs?: number; forged?: Forgery };

/** An event as it was when it happened. */
export type WebhookEvent = { id: string; type: string; body: string };

export type Delivery = WebhookEvent & {
  fault: WebhookFault;
  /** `due`: under way, or between two tries, or before there is somewhere to send it. */
  state: 'due' | 'held' | 'late' | 'never' | 'delivered' | 'given-up';
  /** One for each try; status 0: no answer. */
  tries: { at: number; status: number }[];
};

/** The differences between providers. */
export type WebhookOptions = {
  name: string;
  secret: string;
  previousSecret: string;
  /** Headers beside the content type; `at` is when it was signed, in ms. */
  sign(event: WebhookEvent, secret: string, at: number): Record<string, string>;
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

const detailsOf = (fault: WebhookFault) => (typeof fault === 'string' ? {} : fault);

export class Webhooks {
  /** How later events are delivered. */
  fault: WebhookFault = 'none';
  /** Tries before giving up, the pause after the first one (doubled each time) and the wait for an answer. */
  readonly retry = { tries: 8, pauseMs: 50, answerMs: 10_000 };
  /** Every delivery since the start, or since the last {@link Webhooks.forget}, oldest first. */
  readonly deliveries: Delivery[] = [];
  readonly options: WebhookOptions;
  readonly #underWay = new Set<Promise<void>>();
  readonly #stopping = new AbortController();
  #unsent: Delivery[] = [];
  #url: string | undefined;

  constructor(options: WebhookOptions) {
    this.options = options;
  }

  /** Whether something is under way, or between two tries. */
  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  /** Sends to this URL from now on, beginning with what waits. */
  sendTo(url: string): void {
    this.#url = url;
    for (const delivery of this.#unsent.splice(0)) this.#start(delivery);
  }

  /** Sends an event with the present fault, or with another. */
  send(event: WebhookEvent, fault: WebhookFault = this.fault): Delivery[] {
    const { repeat = 1, forged } = detailsOf(fault);
    if (forged === 'old' && !this.options.signsTime)
      throw new Error(`${this.options.name} does not sign the time: nothing can be too old.`);
    return Array.from({ length: repeat }, () => this.#sendOne({ ...event, fault, state: 'due', tries: [] }));
  }

  #sendOne(delivery: Delivery): Delivery {
    const { fault } = delivery;
    const { lateMs } = detailsOf(fault);
    const count = this.deliveries.push(delivery);
    if (fault === 'never') delivery.state = 'never';
    else if (fault === 'hold') delivery.state = 'held';
    else if (lateMs !== undefined) {
      delivery.state = 'late';
      this.options.clock.schedule(`${delivery.id} ${count}`, lateMs, () => {
        if (this.deliveries.includes(delivery)) this.#start(delivery);
      });
    } else this.#start(delivery);
    return delivery;
  }

  /** Delivers an event once more, as from a provider's dashboard. @throws when there was no such event */
  resend(eventId: string, fault: WebhookFault = 'none'): Delivery[] {
    const known = this.deliveries.find(({ id }) => id === eventId);
    if (!known) throw new Error(`No event ${eventId} has been sent.`);
    const { id, type, body } = known;
    return this.send({ id, type, body }, fault);
  }

  /**
   * Delivers what is held, one after the other in the given order, and sends without a fault from now on.
   * @returns when the last one is delivered or given up
   */
  async release(order: 'sent' | 'reverse' = 'sent'): Promise<void> {
    this.fault = 'none';
    const held = this.deliveries.filter(({ state }) => state === 'held');
    if (order === 'reverse') held.reverse();
    for (const delivery of held) delivery.state = 'due';
    for (const delivery of held) await this.#start(delivery);
  }

  /** Forgets the deliveries so far; those under way go on. */
  forget(): void {
    this.deliveries.length = 0;
  }

  /** Resolves when everything that is due has been delivered or given up: nothing held, late or without a URL. */
  async settled(): Promise<void> {
    while (this.isBusy) await Promise.all(this.#underWay);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.settled();
  }

  #start(delivery: Delivery): Promise<void> {
    delivery.state = 'due';
    if (this.#url === undefined) {
      this.#unsent.push(delivery);
      return Promise.resolve();
    }
    const run = this.#deliver(delivery, this.#url).finally(() => this.#underWay.delete(run));
    this.#underWay.add(run);
    return run;
  }

  async #deliver(delivery: Delivery, url: string): Promise<void> {
    const { signal } = this.#stopping;
    const tries = detailsOf(delivery.fault).forged ? 1 : this.retry.tries;
    for (let pauseMs = this.retry.pauseMs; !signal.aborted; pauseMs *= 2) {
      const status = await this.#try(delivery, url);
      if (status >= 200 && status < 300) {
        delivery.state = 'delivered';
        return;
      }
      if (delivery.tries.length >= tries) break;
      const length = Math.min(pauseMs, longestPauseMs);
      await pause(length, undefined, { ref: false, signal }).catch(() => {});
    }
    delivery.state = 'given-up';
  }

  /** @returns the status, 0 without an answer */
  async #try(delivery: Delivery, url: string): Promise<number> {
    const { name, clock, sign, log } = this.options;
    const { forged } = detailsOf(delivery.fault);
    const now = clock.now();
    const headers = sign(delivery, this.#secretFor(delivery.fault), forged === 'old' ? now - hourMs : now);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', ...headers },
      body: forged === 'tampered' ? tamperWith(delivery.body) : delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(this.retry.answerMs)]),
    }).catch(() => undefined);
    await answer?.body?.cancel().catch(() => {});
    const status = answer?.status ?? 0;
    delivery.tries.push({ at: now, status });
    log(`${name}: webhook ${delivery.type} ${status || 'had no answer'}`);
    return status;
  }

  #secretFor(fault: WebhookFault): string {
    const { secret, previousSecret } = this.options;
    if (detailsOf(fault).forged === 'wrong-secret') return `${secret}_not`;
    return fault === 'previous-secret' ? previousSecret : secret;
  }
}
