/** JSON bodies: bounded, parsed and checked before a route sees them. */
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import type { Env } from './env.ts';
import { Refusal, wrongFields } from './refusal.ts';

const kib = 1024;
/** Bytes (docs/behaviour.md 19.1). A client may send whole products with an order. */
export const bodyLimit = { usual: 64 * kib, order: 256 * kib } as const;

const notJson = () => new Refusal(400, 'malformed', 'The request is not valid JSON.');
const tooLarge = () => new Refusal(413, 'too_large', 'That is more than we can take at once.');

/**
 * A body as it was sent, for signatures. Reads at most `limit` bytes, whatever the header promised.
 * @throws Refusal 413, 400 when it is not UTF-8
 */
export async function rawBody(request: Request, limit: number): Promise<string> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge();
  if (!request.body) return '';
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge();
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notJson();
  }
}

/** Field names as a client knows them (`address.phone`), each with its first message. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[path.join('.') || 'body'] ??= message;
  return fields;
}

/** Half a character (a lone surrogate) can be escaped in JSON, but not stored, hashed or mailed. */
function wholeCharacters(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError();
  return value;
}

/** Words for what a schema itself has none for: fit to show, if ever a shopper's browser sends it. */
const plainWords: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined) return 'This is missing.';
  if (code === 'too_big') return 'This is too long or too large.';
  if (code === 'too_small') return 'This is too short or too low.';
  return 'This is not what belongs here.';
};

async function parseJson(request: Request, limit: number, types: RegExp): Promise<unknown> {
  const text = await rawBody(request, limit);
  // An empty body counts as `{}` (docs/behaviour.md 19.1).
  if (text === '') return {};
  const type = request.headers.get('content-type') ?? '';
  if (!types.test(type))
    throw new Refusal(415, 'not_json', 'Please send JSON (Content-Type: application/json).');
  try {
    return JSON.parse(text, wholeCharacters);
  } catch {
    throw notJson();
  }
}

/**
 * Middleware: the body as `schema` sees it, under `c.req.valid('json')`.
 * Refuses with 400 malformed, 413 too large, 415 not JSON, 422 with the fields.
 * @param types content types that it may come as
 */
export const body =
  <S extends z.ZodType>(
    schema: S,
    limit: number = bodyLimit.usual,
    types = /^application\/json\b/i,
  ): MiddlewareHandler<Env, string, { in: { json: z.input<S> }; out: { json: z.output<S> } }> =>
  async (c, next) => {
    const result = schema.safeParse(await parseJson(c.req.raw, limit, types), { error: plainWords });
    if (!result.success) throw wrongFields(fieldsOf(result.error));
    c.req.addValidatedData('json', result.data as object);
    await next();
  };

/** Middleware: the query string as `schema` sees it, under `c.req.valid('query')`. 422 with the fields. */
export const query =
  <S extends z.ZodType<object, Record<string, string | undefined>>>(
    schema: S,
  ): MiddlewareHandler<Env, string, { in: { query: z.input<S> }; out: { query: z.output<S> } }> =>
  async (c, next) => {
    const result = schema.safeParse(c.req.query(), { error: plainWords });
    if (!result.success) throw wrongFields(fieldsOf(result.error));
    c.req.addValidatedData('query', result.data);
    await next();
  };
