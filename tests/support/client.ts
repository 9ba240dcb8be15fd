/**
 * A simulated client of the API. Each has an internet address of its own (`CF-Connecting-IP`), since
 * the limits per address are real and no test switches them off.
 */
import { request } from 'node:http';
import type { ApiSession, ApiUser, SavedAddress } from '#features/accounts/account.ts';
import type { Cart } from '#features/cart/cart.ts';
import type { ApiProduct } from '#features/catalogue/product.ts';
import type { ApiOrder, ApiOrderEvent } from '#features/orders/order.ts';
import type { ApiQuote } from '#features/pricing/quote.ts';

/** Everything that an answer may carry; which fields are really there is for the tests to say. */
export type ApiBody = {
  success: boolean;
  message: string;
  code: string;
  requestId: string;
  fields: Record<string, string>;
  database: string;
  token: string;
  resetToken: string;
  user: ApiUser;
  addresses: SavedAddress[];
  sessions: ApiSession[];
  ended: number;
  cartData: Cart;
  product: ApiProduct;
  products: ApiProduct[];
  quote: ApiQuote;
  items: { _id: string; name: string; available: number }[];
  order: ApiOrder;
  orders: ApiOrder[];
  trackingInfo: Record<string, unknown> & { history: ApiOrderEvent[] };
  orderId: string;
  session_url: string;
  outcome: string;
  refunds: { _id: string; orderId: string; amount: number; status: string; reason: string }[];
  status: string;
};

export type Answer<Body = ApiBody> = { status: number; headers: Headers; text: string; body: Body };

/**
 * A body that never ends: `sent` bytes go out, of which `announced` ones the header tells when given,
 * and then nothing more. Who is refused in the middle of a large body may not live to see it written.
 */
type Unfinished = { sent: number; announced?: number };

/** What to send; `raw` goes out as it is, without a content type unless `headers` has one. */
export type Sending = {
  json?: unknown;
  raw?: BodyInit;
  unfinished?: Unfinished;
  headers?: Record<string, string>;
  /** Leaves when this says so, answered or not; after 20 s where it is left out. */
  signal?: AbortSignal;
};

export type Client = {
  /** Where it seems to come from. */
  address: string;
  send<Body = ApiBody>(method: string, path: string, sending?: Sending): Promise<Answer<Body>>;
  get<Body = ApiBody>(path: string, headers?: Record<string, string>): Promise<Answer<Body>>;
  post<Body = ApiBody>(path: string, json?: unknown, headers?: Record<string, string>): Promise<Answer<Body>>;
};

/** Longer than an answer may take: who asks no provider has 10 s, and 5 for the last call (functions/http/context.ts). */
const longestWaitMs = 20_000;

let clients = 0;

/** Addresses that never come twice in a test file. */
function newAddress(): string {
  clients += 1;
  return `10.${(clients >> 16) & 255}.${(clients >> 8) & 255}.${clients & 255}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Asks with a body that is never finished; the answer must come all the same. */
function sendUnfinished(
  url: string,
  init: { method: string; headers: Record<string, string> },
  { sent, announced }: Unfinished,
): Promise<{ status: number; headers: Headers; text: string }> {
  return new Promise((resolve, reject) => {
    const length = announced === undefined ? {} : { 'Content-Length': announced };
    const headers = { ...init.headers, ...length };
    const asking = request(url, { ...init, headers, timeout: longestWaitMs }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      asking.destroy();
      const pairs = Object.entries(response.headersDistinct).map(([name, values]) => [name, `${values}`]);
      resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs as [string, string][]), text });
    });
    asking.on('error', reject).on('timeout', () => asking.destroy(new Error('no answer')));
    asking.write('x'.repeat(sent));
  });
}

/** @param url where the shop answers; @param token sent as header `token` with every call */
export function newClient(url: string, token?: string, address = newAddress()): Client {
  const own: Record<string, string> = { 'CF-Connecting-IP': address, ...(token !== undefined && { token }) };

  async function send<Body = ApiBody>(
    method: string,
    path: string,
    sending: Sending = {},
  ): Promise<Answer<Body>> {
    const { json, raw, unfinished, signal } = sending;
    const isJson = json !== undefined;
    const headers = { ...own, ...(isJson && { 'Content-Type': 'application/json' }), ...sending.headers };
    if (unfinished) {
      const answer = await sendUnfinished(url + path, { method, headers }, unfinished);
      return { ...answer, body: parse(answer.text) as Body };
    }
    const response = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(longestWaitMs),
      ...(isJson && { body: JSON.stringify(json) }),
      ...(raw !== undefined && { body: raw }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: parse(text) as Body };
  }

  return {
    address,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, json = {}, headers = {}) => send('POST', path, { json, headers }),
  };
}

/** How often each status came: `{200: 10, 409: 90}`. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** `n` things made from their numbers, 0 first. */
export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));
