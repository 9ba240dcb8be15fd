/**
 * The object of one hot product: reserves its pieces in the order in which buyers ask (docs/decisions/46-hot-stock.md). It asks
 * the database about all buyers of a few milliseconds in one call.
 */
import { DurableObject } from 'cloudflare:workers';
import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { orders, products, sessions, users } from '#db/schema/index.ts';
import type { HotAnswer, HotOutcome, HotRequest, HotStockObject } from '../catalogue/hot-stock.ts';
import { clock } from '../http/env.ts';
import { hasProvedMailbox, newestOrders, unprovedPieces } from '../orders/holds.ts';
import { Gather } from './gather.ts';
import { Reservations } from './reservations.ts';

type Settings = { DATABASE_URL: string; DATABASE_AUTH_TOKEN?: string; CLOCK_OFFSET_MS?: string };

type Asked = HotRequest & { productId: string };

/** What the database says about a buyer. @property isProved orders for which nobody has proved anything give way to it */
type Buyer = { isProved: number };

/**
 * What the database says about the product.
 * @property unproved pieces of orders that give way @property readAt UTC ms
 */
type Facts = { name: string; stock: number; isSold: number; unproved: number; readAt: number };

/** Longer than a request takes, ms. */
const lasts = 30_000;
/** How old the number of pieces may be while no order is on its way, ms. */
const oldest = 2_000;
/** After this time without a buyer the object forgets everything, ms. */
const idle = 15 * 60_000;

const pass: HotAnswer = { result: 'pass' };

const nameOf = ({ session, key }: Pick<HotRequest, 'session' | 'key'>): string => `${session} ${key}`;

export class HotStock extends DurableObject<Settings> implements HotStockObject {
  readonly #gather = new Gather<Asked, HotAnswer>({
    most: 500,
    mostWeight: 500,
    wait: 5,
    atOnce: 1,
    mostWaiting: 20_000,
    work: (asked) => this.#answerAll(asked),
  });
  #opened: Reservations | undefined;
  #facts: Facts | undefined;
  #askedAt = 0;

  get #reservations(): Reservations {
    this.#opened ??= new Reservations(this.ctx.storage.sql);
    return this.#opened;
  }

  async reserve(productId: string, request: HotRequest): Promise<HotAnswer> {
    this.#askedAt = request.now;
    return this.#gather.add({ ...request, productId }, 1) ?? pass;
  }

  async settle(request: Pick<HotRequest, 'session' | 'key' | 'now'>, outcome: HotOutcome): Promise<void> {
    this.#reservations.settle(nameOf(request), outcome);
  }

  /** Gives back pieces whose time is over, and forgets a product for which nobody asks any more. */
  override async alarm(): Promise<void> {
    const now = clock(this.env);
    this.#reservations.expire(now);
    if (this.#reservations.hasOpen || now - this.#askedAt < idle) return this.#wakeUp(now);
    await this.ctx.storage.deleteAll();
    this.#opened = undefined;
    this.#facts = undefined;
  }

  /** Sets the alarm for the next end, by the machine's clock. @param now UTC ms, by the Worker's clock */
  async #wakeUp(now: number): Promise<void> {
    const at = this.#reservations.nextEnd ?? now + idle;
    await this.ctx.storage.setAlarm(Date.now() + Math.max(0, at - now));
  }

  async #answerAll(asked: readonly Asked[]): Promise<HotAnswer[]> {
    const [{ productId, now }] = asked as readonly [Asked];
    const reservations = this.#reservations;
    reservations.expire(now);
    const isStale = !this.#facts || (now - this.#facts.readAt >= oldest && !reservations.hasOpen);
    const buyers = await this.#read(asked, productId, isStale);
    if (isStale && this.#facts && !reservations.hasOpen) reservations.setPieces(this.#facts.stock);
    const had = reservations.nextEnd;
    const answers = asked.map((one, index) => this.#answer(one, buyers.get(index)));
    if (reservations.nextEnd !== had || had === undefined) await this.#wakeUp(now);
    return answers;
  }

  #answer(asked: Asked, buyer: Buyer | undefined): HotAnswer {
    const { session, quantity, paysOnline, now } = asked;
    const facts = this.#facts;
    const key = nameOf(asked);
    const state = this.#reservations.stateOf(key);
    if (state === 'open') return { result: 'reserved' };
    // Its first attempt may have been written.
    if (state === 'ordered' || state === 'over') return pass;
    // Whoever is refused for another reason, or has an order that frees pieces, is told so as ever.
    if (!buyer || !facts?.isSold || this.#reservations.isBuying(session)) return pass;
    if (this.#reservations.reserve({ key, session, quantity, until: now + lasts }))
      return { result: 'reserved' };
    if (facts.unproved > 0 && (paysOnline || buyer.isProved)) {
      facts.unproved -= quantity;
      return pass;
    }
    return { result: 'none', name: facts.name, available: Math.max(0, this.#reservations.free ?? 0) };
  }

  /**
   * Reads the buyers by their place in the list, and the product. A buyer without a session, with an order of this key, or
   * with an order that waits for its payment is left out.
   */
  async #read(
    asked: readonly Asked[],
    productId: string,
    readsProduct: boolean,
  ): Promise<Map<number, Buyer>> {
    const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = this.env;
    const [{ now }] = asked as readonly [Asked];
    const { read } = connect({ url, authToken }, { until: Date.now() + 5_000 });
    const list = JSON.stringify(asked.map(({ session, key }) => ({ session, key })));
    const buyers = read.all<Buyer & { place: number }>(sql`
      SELECT asked.key AS place, ${hasProvedMailbox(sql`buyer`)} AS isProved
      FROM json_each(${list}) AS asked
        CROSS JOIN ${sessions} AS session ON session.token_hash = asked.value ->> 'session'
          AND session.expires_at > ${now} AND session.order_id IS NULL
        CROSS JOIN ${users} AS buyer ON buyer.id = session.user_id
      WHERE NOT EXISTS (SELECT 1 FROM ${orders} AS earlier
        WHERE earlier.user_id = buyer.id AND earlier.idempotency_key = asked.value ->> 'key')
      AND NOT EXISTS (SELECT 1 FROM ${newestOrders(sql`buyer.id`, sql`status`)} AS newest
        WHERE newest.status = 'Payment Pending')`);
    const facts = read.all<Omit<Facts, 'readAt'>>(sql`
      SELECT name, stock, retired = 0 AND paused IS NULL AND tracked = 1 AND part_ids IS NULL AS isSold,
        ${unprovedPieces(sql`true`)} AS unproved
      FROM ${products} AS sold WHERE id = ${productId}`);
    const [rows, [product]] = readsProduct ? await read.batch([buyers, facts]) : [await buyers, []];
    if (product) this.#facts = { ...product, readAt: now };
    return new Map(rows.map(({ place, ...buyer }) => [place, buyer]));
  }
}
