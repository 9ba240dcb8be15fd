/**
 * The API client of the browser. Its types come from the routes of the Worker, so a wrong call does not compile; none
 * of the Worker's code is bundled.
 */
import { type ClientResponse, hc, type InferResponseType } from 'hono/client';
// biome-ignore lint/style/noRestrictedImports: types only, no code of the Worker
import type { Api } from '#functions/index.ts';
import type { Failure, Outcome } from './outcome.ts';
import { $token } from './token.store.ts';

export const offlineMessage = "We can't reach the shop. Check your connection and try again.";

/** Calls below `/api`, as Hono's client: `api.user.login.$post({ json: … })`. */
export const api = hc<Api>('/', {
  headers: (): Record<string, string> => {
    const token = $token.get();
    return token ? { token } : {};
  },
}).api;

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

/** Called when the server refuses a token; set by features/cart/cart.api.ts. */
let onRefused: (token: string) => void = () => {};
export const onRefusedToken = (listener: typeof onRefused): void => {
  onRefused = listener;
};

/** The type of a response without its failures, which all have `success: false`. */
type Success<T> = Exclude<T, { success: false }>;

/** The response of a successful call: `ResponseOf<typeof api.desk.orders.$get>`. */
export type ResponseOf<Call> = Success<InferResponseType<Call>>;

/**
 * Waits for a call.
 * @param otherwise the message of a failure for which the server has none
 * @returns an {@link Outcome}; it never throws
 */
export async function send<T>(
  call: Promise<ClientResponse<T, number, 'json'>>,
  otherwise = 'Something went wrong on our side. Please try again.',
): Promise<Outcome<Success<T>>> {
  const token = $token.get();
  let response: Awaited<typeof call>;
  let body: Record<string, unknown>;
  try {
    response = await call;
    body = (await response.json()) as Record<string, unknown>;
  } catch {
    return offline;
  }
  if (response.ok) return { ok: true, data: body as Success<T> };
  if (response.status === 401 && token && body.code === 'signed_out') onRefused(token);
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
