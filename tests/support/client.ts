/**
 * A simulated client of the API. Each has an internet address of its own (`CF-Connecting-IP`), since
 * the limits per address apply in tests too.
 */
import { Agent, request } from 'node:http';
import type { ApiSession, ApiUser, SavedAddress } from '#domain/accounts/account.ts';
import type { Cart } from '#domain/cart/cart.ts';
import type { ApiProduct } from '#domain/catalogue/product.ts';
import type { ApiOrder, ApiOrderEvent } from '#domain/orders/order.ts';
import type { ApiQuote } from '#domain/pricing/quote.ts';

/** All fields of response bodies; tests check which are there. */
export type ApiBody = {
  success: boolean;
  message: string;
  code: string;
  requestId: string;
  fields: Record<string, string>;
  database: string;
  token: string;
  resetToken: string;
  /** Of a ticket. */
  reference: string;
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
  /** Refunds at the desk. */
  rows: { id: string; orderId: string; amount: number; status: string; reason: string }[];
  status: string;
  /** Of an operator's move, UTC ms. */
  undoUntil: number;
};

export type ApiResponse<Body = ApiBody> = { status: number; headers: Headers; text: string; body: Body };

/**
 * A request body that never ends: `sent` bytes are sent, and then nothing more. `announced` is the Content-Length, if
 * any. Tests use it for refusals in the middle of a large body.
 */
type UnfinishedBody = { sent: number; announced?: number };

export type RawBody = string | Uint8Array;

/** Body and headers of a request; `raw` is sent as it is, without a content type unless `headers` has one. */
export type RequestOptions = {
  json?: unknown;
  raw?: RawBody;
  unfinished?: UnfinishedBody;
  headers?: Record<string, string>;
  /** Aborts the request; default: after 20 s. */
  signal?: AbortSignal;
};

export type Client = {
  /** Its IP address (`CF-Connecting-IP`). */
  address: string;
  send<Body = ApiBody>(method: string, path: string, sending?: RequestOptions): Promise<ApiResponse<Body>>;
  get<Body = ApiBody>(path: string, headers?: Record<string, string>): Promise<ApiResponse<Body>>;
  post<Body = ApiBody>(
    path: string,
    json?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiResponse<Body>>;
};

/**
 * Longer than a response may take, ms: 10 s without a provider, and 5 s for the last call
 * (functions/services.ts).
 */
const longestWaitMs = 20_000;
/** A longer body is sent on a connection of its own, bytes. */
const longestKeptBody = 32 * 1024;

let clients = 0;

/** A new IP address within a test file. */
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

/** Connections stay for the next request to the same shop. */
const agent = new Agent({ keepAlive: true });

/** The header that says how long the body is: Node leaves it out for a DELETE. */
function lengthOf({ raw, unfinished }: RequestOptions): Record<string, number | string> {
  if (raw !== undefined) return { 'Content-Length': Buffer.byteLength(raw) };
  if (!unfinished) return {};
  const { announced } = unfinished;
  return announced === undefined ? { 'Transfer-Encoding': 'chunked' } : { 'Content-Length': announced };
}

/** With Node's own client: `fetch` costs three times as much, and tests send many requests. Follows no redirect. */
function exchange(
  url: string,
  method: string,
  headers: Record<string, string>,
  sending: RequestOptions,
): Promise<{ status: number; headers: Headers; text: string }> {
  const { raw, unfinished, signal } = sending;
  // The Worker refuses a long body before it has read it, and then closes the connection: no later request may use it.
  const isKept = !unfinished && !(typeof raw === 'string' && raw.length > longestKeptBody);
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      {
        method,
        headers: { ...headers, ...lengthOf(sending) },
        agent: isKept ? agent : false,
        signal: signal ?? AbortSignal.timeout(longestWaitMs),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('error', reject).on('data', (chunk) => chunks.push(chunk));
        response.on('end', () => {
          if (unfinished) asking.destroy();
          const pairs = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          const text = new TextDecoder().decode(Buffer.concat(chunks));
          resolve({ status: response.statusCode ?? 0, headers: new Headers(pairs), text });
        });
      },
    );
    asking.on('error', reject);
    if (unfinished) asking.write('x'.repeat(unfinished.sent));
    else asking.end(raw);
  });
}

/** @param url of the shop @param token sent as header `token` with every request */
export function newClient(url: string, token?: string, address = newAddress()): Client {
  const own: Record<string, string> = { 'CF-Connecting-IP': address, ...(token !== undefined && { token }) };

  async function send<Body = ApiBody>(
    method: string,
    path: string,
    sending: RequestOptions = {},
  ): Promise<ApiResponse<Body>> {
    const { json } = sending;
    const isJson = json !== undefined;
    const headers = { ...own, ...(isJson && { 'Content-Type': 'application/json' }), ...sending.headers };
    const raw = isJson ? JSON.stringify(json) : sending.raw;
    const answer = await exchange(url + path, method, headers, { ...sending, raw });
    return { ...answer, body: parse(answer.text) as Body };
  }

  return {
    address,
    send,
    get: (path, headers = {}) => send('GET', path, { headers }),
    post: (path, json = {}, headers = {}) => send('POST', path, { json, headers }),
  };
}

/** How often each status occurred: `{200: 10, 409: 90}`. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** An array of `n` elements made from their index. */
export const times = <T>(n: number, make: (index: number) => T): T[] =>
  Array.from({ length: n }, (_, index) => make(index));

/**
 * All pages of a list.
 * @param page requests one page; `after` is empty for the first one, then `&after=` with the cursor
 */
export async function allPages<Page extends { next: string | null }>(
  page: (after: string) => Promise<Page>,
): Promise<Page[]> {
  const pages: Page[] = [];
  for (let next: string | null = ''; next !== null; next = pages.at(-1)?.next ?? null)
    pages.push(await page(next && `&after=${encodeURIComponent(next)}`));
  return pages;
}

/** Does `work` for each item, one after the other. @returns the results, in the order of the items */
export async function inTurn<T, Result>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) results.push(await work(item, index));
  return results;
}

/**
 * Does `work` for each item, twenty at a time: of more requests at once, some would wait too long for the database.
 * @returns the results, in the order of the items
 */
export async function inBatches<T, Result>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<Result>,
): Promise<Result[]> {
  const size = 20;
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += size)
    results.push(
      ...(await Promise.all(items.slice(from, from + size).map((item, n) => work(item, from + n)))),
    );
  return results;
}
