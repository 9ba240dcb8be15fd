/** The body of a request, read within a limit. */
import { Refusal, refusal } from './refusal.ts';

export const notJson = refusal(400, 'malformed', 'The request is not valid JSON.');
/** The client has left, or its connection has broken, before its request was complete. Nobody reads the answer. */
export const brokenOff = refusal(400, 'broken_off', 'The request was incomplete.');
export const tooLarge = refusal(413, 'too_large', 'The request is too large.');

/**
 * The bytes of a body. Reads at most `limit` bytes, also if the header says less.
 * @param refuse makes the refusal of a larger body @throws Refusal 413, 400 when it breaks off
 */
export async function readBytes(
  request: Request,
  limit: number,
  refuse: () => Refusal = tooLarge,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw refuse();
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
      size += chunk.byteLength;
      if (size > limit) throw refuse();
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof Refusal ? error : brokenOff();
  }
  return Buffer.concat(chunks);
}

/** The unparsed body, for signatures. @throws Refusal 413, 400 when it is not UTF-8 or breaks off */
export async function rawBody(request: Request, limit: number): Promise<string> {
  const bytes = await readBytes(request, limit);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw notJson();
  }
}
