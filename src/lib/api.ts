/**
 * The API client of the browser. Its types come from the routes of the Worker, so a wrong call does not compile; none
 * of the Worker's code is bundled.
 */
import { type ClientResponse, hc, type InferResponseType } from 'hono/client';
import type { Api } from '#functions/index.ts';
import { apiVersion } from './api-version.ts';
import { $guestToken, $shopperToken } from './guest-token.store.ts';
import type { Failure, Outcome } from './outcome.ts';
import { asRecord } from './record.ts';

export const offlineMessage = "We can't reach the shop. Check your connection and try again.";

/** Calls below `/api`, as Hono's client: `api.user.login.$post({ json: … })`. */
export const api = hc<Api>('/', {
  headers: (): Record<string, string> => {
    const token = $shopperToken.get();
    return { accept: 'application/json', 'api-version': apiVersion, ...(token && { token }) };
  },
}).api;

/** Options of a call with another session's token; with the session's own if it is undefined. */
export const withToken = (token: string | undefined) => (token === undefined ? {} : { headers: { token } });

/** The response of `GET /api/product/live`, for small scripts that do not load the client. */
export type LiveResponse = InferResponseType<typeof api.product.live.$get>;

const offline: Failure = {
  ok: false,
  status: 0,
  code: 'offline',
  message: offlineMessage,
  fields: {},
  body: {},
};

/** Called when the server refuses the token of an account; set by shared/cart/cart.api.ts. */
let onRefused: (token: string) => void = () => {};
export const onRefusedToken = (listener: typeof onRefused): void => {
  onRefused = listener;
};

/** The type of a response without its failures, which all have `success: false`. */
type Success<T> = Exclude<T, { success: false }>;

/** The response of a successful call: `ResponseOf<typeof api.desk.orders.$get>`. */
export type ResponseOf<Call> = Success<InferResponseType<Call>>;

/** Forgets a token that the server has refused. */
function forgetRefused(token: string): void {
  if (token === $guestToken.get()) $guestToken.set('');
  else onRefused(token);
}

/**
 * Waits for a call.
 * @param otherwise the message of a failure for which the server has none
 * @param token of the call, if it is not the session's own
 * @returns an {@link Outcome}; it never throws
 */
export async function send<T>(
  call: Promise<ClientResponse<T, number, 'json'>>,
  {
    otherwise = 'Something went wrong on our side. Please try again.',
    token = $shopperToken.get(),
  }: { otherwise?: string; token?: string | undefined } = {},
): Promise<Outcome<Success<T>>> {
  let response: Awaited<typeof call>;
  let body: Record<string, unknown>;
  try {
    response = await call;
    // A proxy's error page is no JSON, and a page in place of an answer is that of a network before the shop.
    body = asRecord(await response.json().catch((error) => response.ok && Promise.reject(error)));
  } catch {
    return offline;
  }
  if (response.ok && body.success !== false) return { ok: true, data: body as Success<T> };
  if (response.status === 401 && token && body.code === 'signed_out') forgetRefused(token);
  const wait = Number(response.headers.get('retry-after'));
  return {
    ok: false,
    status: response.status,
    code: String(body.code ?? 'unknown'),
    message: String(body.message || otherwise),
    fields: (body.fields as Record<string, string> | undefined) ?? {},
    ...(wait > 0 && { retryAfter: wait }),
    body,
  };
}
