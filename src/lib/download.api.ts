/** Calls whose answer is a file. */
import type { ClientResponse } from 'hono/client';
import { send } from './api.ts';
import type { Outcome } from './outcome.ts';

/** Waits for a file. @returns it with the headers of the response, or the failure as of {@link send} */
export async function download(
  call: Promise<ClientResponse<unknown>>,
): Promise<Outcome<{ file: Blob; headers: Headers }>> {
  try {
    const response = await call;
    if (response.ok) return { ok: true, data: { file: await response.blob(), headers: response.headers } };
  } catch {
    // No answer, or an incomplete one: handled below.
  }
  return send(call as Promise<ClientResponse<never, number, 'json'>>);
}
