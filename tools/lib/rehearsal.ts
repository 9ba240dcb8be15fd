/**
 * The buyers of a rehearsal (tools/rehearse.ts): each opens a page, asks for prices and a quote, begins as a guest and places an
 * order, in cash or by UPI, as a browser does. They come as at the start of a sale: more and more in the first third of the time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import type { ShopSimulators } from '#tools/lib/simulators.ts';

/** One request. @property ms how long it took @property at since the start, ms */
export type Tried = {
  step: Step;
  status: number | 'no answer';
  code?: string | undefined;
  ms: number;
  at: number;
};
export type Step = 'page' | 'live' | 'guest' | 'quote' | 'order' | 'payment';

/** @property outcome `placed`, or the code of the last refusal */
export type Bought = { tried: Tried[]; outcome: string; at: number };

/**
 * @property orders how many buyers come @property seconds in which they come @property cash per cent who pay in cash
 * @property product what they buy @property network per cent who come through one address of a carrier
 * @property pay pays an order at the simulated provider; without it, orders that are paid online stay unpaid
 */
export type Rehearsal = {
  url: string;
  orders: number;
  seconds: number;
  cash: number;
  product: string;
  network: number;
  pay?: (providerId: string) => object;
};

/** Tries of a request while the shop is busy. */
const mostTries = 6;
/** A buyer waits so long for an answer, ms. */
const patience = 30_000;

/** When a buyer comes, seconds: the first third of the time is a ramp. @param share of the buyers who came before, 0 to 1 */
export function arrivalOf(share: number, seconds: number): number {
  const ramp = seconds / 3;
  // While the ramp lasts a fifth of all come: half of what comes in the same time later.
  const ofRamp = ramp / 2 / (seconds - ramp / 2);
  return share < ofRamp
    ? ramp * Math.sqrt(share / ofRamp)
    : ramp + ((share - ofRamp) / (1 - ofRamp)) * (seconds - ramp);
}

type Answer = { status: number; body: Record<string, unknown>; retryAfter: number };

class Buyer {
  readonly tried: Tried[] = [];
  readonly #url: string;
  readonly #address: string;
  readonly #began: number;
  token: string | undefined;

  constructor(url: string, address: string, began: number) {
    this.#url = url;
    this.#address = address;
    this.#began = began;
  }

  async #once(
    step: Step,
    path: string,
    json?: object,
    headers: Record<string, string> = {},
  ): Promise<Answer | undefined> {
    const at = Date.now();
    const record = (status: Tried['status'], code?: string) =>
      this.tried.push({ step, status, code, ms: Date.now() - at, at: at - this.#began });
    try {
      const response = await fetch(this.#url + path, {
        method: json ? 'POST' : 'GET',
        headers: {
          // Locally it stands for the internet address of the buyer; Cloudflare sets its own.
          'CF-Connecting-IP': this.#address,
          ...(this.token && { token: this.token }),
          ...(json && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        ...(json && { body: JSON.stringify(json) }),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      const body: Record<string, unknown> = isJson ? JSON.parse(text) : {};
      record(response.status, typeof body.code === 'string' ? body.code : undefined);
      return { status: response.status, body, retryAfter: Number(response.headers.get('retry-after') ?? 1) };
    } catch (error) {
      record('no answer', (error as Error).name);
      return undefined;
    }
  }

  /** Sends a request, and again while the shop says that it is busy. @returns the last answer */
  async send(
    step: Step,
    path: string,
    json?: object,
    headers?: Record<string, string>,
  ): Promise<Answer | undefined> {
    for (let count = 1; ; count++) {
      const answer = await this.#once(step, path, json, headers);
      const isBusy = !answer || answer.status === 503;
      if (!isBusy || count === mostTries) return answer;
      await sleep((answer?.retryAfter ?? 1) * 1000 * (1 + Math.random() / 4));
    }
  }
}

const refusalOf = (answer: Answer | undefined): string =>
  answer ? String(answer.body.code ?? answer.status) : 'no answer';

/** The address of the n-th buyer: carriers give one to many. */
const addressOf = (n: number, { network }: Rehearsal): string =>
  n % 100 < network ? '100.64.0.1' : `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;

/** One visit, up to its order. */
async function buy(n: number, rehearsal: Rehearsal, began: number): Promise<Bought> {
  const { url, product, cash, pay } = rehearsal;
  const at = Date.now() - began;
  const buyer = new Buyer(url, addressOf(n, rehearsal), began);
  const end = (outcome: string): Bought => ({ tried: buyer.tried, outcome, at });
  const method: PaymentMethod = (n * 37) % 100 < cash ? 'cod' : 'razorpay';
  await buyer.send('page', `/product/${product}`);
  await buyer.send('live', `/api/product/live?ids=${product}`);
  const phone = `+91 9${String(100_000_000 + n)}`;
  const email = `buyer-${n}-${began}@rehearsal.example`;
  const guest = await buyer.send('guest', '/api/user/guest', { name: 'Asha Rao', email, phone });
  if (guest?.status !== 200) return end(refusalOf(guest));
  buyer.token = String(guest.body.token);
  const items = [{ _id: product, quantity: 1 }];
  const quote = await buyer.send('quote', '/api/order/quote', { items, paymentMethod: method });
  if (quote?.status !== 200) return end(refusalOf(quote));
  const { amount } = quote.body.quote as { amount: number };
  const order = { address: { ...home, address: `1 MG Road, Flat ${n}`, phone, email }, items, amount };
  const path = method === 'cod' ? 'place' : method;
  const key = { 'Idempotency-Key': `rehearsal-${began}-${n}` };
  const placed = await buyer.send('order', `/api/order/${path}`, order, key);
  if (placed?.status !== 200) return end(refusalOf(placed));
  if (method === 'cod' || !pay) return end('placed');
  const paid = await buyer.send(
    'payment',
    '/api/order/verifyRazorpay',
    pay((placed.body.order as { id: string }).id),
  );
  return end(paid?.status === 200 ? 'placed' : refusalOf(paid));
}

const home = {
  firstName: 'Asha',
  lastName: 'Rao',
  city: 'Bengaluru',
  state: 'Karnataka',
  zipcode: '560001',
  saveInfo: false,
};

/** Pays by the simulator of Razorpay, for {@link Rehearsal}. */
export const payBy =
  ({ razorpay }: Pick<ShopSimulators, 'razorpay'>) =>
  (id: string): object =>
    razorpay.response(razorpay.authorize(id)?.id ?? '');

/** Lets all buyers come. @param onProgress called once a second with how many have an answer */
export async function rehearse(
  rehearsal: Rehearsal,
  onProgress: (done: number) => void = () => {},
): Promise<Bought[]> {
  const { orders, seconds } = rehearsal;
  const began = Date.now();
  let done = 0;
  const timer = setInterval(() => onProgress(done), 1_000);
  try {
    return await Promise.all(
      Array.from({ length: orders }, async (_, n) => {
        await sleep(1_000 * arrivalOf(n / orders, seconds));
        const bought = await buy(n, rehearsal, began);
        done += 1;
        return bought;
      }),
    );
  } finally {
    clearInterval(timer);
  }
}
