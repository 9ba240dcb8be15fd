/**
 * The API as the browser calls it. Its types come from the Worker's own routes, so a call that the
 * Worker does not answer fails to compile; nothing of the Worker's code comes along.
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

/** What `GET /api/product/live` answers, for scripts that are too small to bring the client along. */
export type LiveAnswer = InferResponseType<typeof api.product.live.$get>;

const offline: Failure = {
  ok: false,
  status: 0,
  code: 'offline',
  message: offlineMessage,
  fields: {},
  body: {},
};

/** Who is told when the server refuses a token; set by `cart.sync.ts`, which every page runs. */
let refused: (token: string) => void = () => {};
export const onRefusedToken = (listener: typeof refused): void => {
  refused = listener;
};

/** Every failure carries `success: false`, so what remains is the shape of the answer itself. */
type Answer<T> = Exclude<T, { success: false }>;

/** What a call is answered when all is well: `AnswerOf<typeof api.desk.orders.$get>`. */
export type AnswerOf<Call> = Answer<InferResponseType<Call>>;

/** Waits for a call and turns whatever happens into an {@link Outcome}. */
export async function send<T>(call: Promise<ClientResponse<T, number, 'json'>>): Promise<Outcome<Answer<T>>> {
  const token = $token.get();
  let response: Awaited<typeof call>;
  let body: Record<string, unknown>;
  try {
    response = await call;
    body = (await response.json()) as Record<string, unknown>;
  } catch {
    return offline;
  }
  if (response.ok) return { ok: true, data: body as Answer<T> };
  if (response.status === 401 && token && body.code === 'signed_out') refused(token);
  const wait = Number(response.headers.get('retry-after'));
  return {
    ok: false,
    status: response.status,
    code: String(body.code ?? 'unknown'),
    message: String(body.message ?? 'Something went wrong on our side. Please try again.'),
    fields: (body.fields as Record<string, string> | undefined) ?? {},
    ...(wait > 0 && { retryAfter: wait }),
    body,
  };
}
