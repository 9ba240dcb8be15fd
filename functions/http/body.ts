/** JSON bodies and query strings: limited, parsed and validated before the route handler. */
import type { MiddlewareHandler } from 'hono';
import type { z } from 'zod';
import { Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { annotate } from './describe-route.ts';
import type { Env } from './env.ts';

const kib = 1024;
/**
 * Bytes of a body (docs/behaviour.md, "API answers"). `order` is for orders and quotes, with which a client may send whole
 * products, for webhooks and for lists of stock.
 */
export const bodyLimit = { usual: 64 * kib, order: 256 * kib } as const;

const notJson = refusal(400, 'malformed', 'The request is not valid JSON.');
/** The client has left, or its connection has broken, before its request was complete. Nobody reads the answer. */
export const brokenOff = refusal(400, 'broken_off', 'The request was incomplete.');
export const tooLarge = refusal(413, 'too_large', 'The request is too large.');
const notSentAsJson = refusal(415, 'not_json', 'Please send JSON (Content-Type: application/json).');

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

/** The first message of each field, by the client's field name, such as `address.phone`. */
function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[path.join('.') || 'body'] ??= message;
  return fields;
}

/** A lone surrogate can be escaped in JSON, but not stored, hashed or emailed. */
function refuseLoneSurrogates(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) throw new SyntaxError();
  return value;
}

/** Messages for schemas without their own, readable for shoppers. */
const defaultMessages: z.core.$ZodErrorMap = ({ code, input }) => {
  if (input === undefined) return 'This is missing.';
  if (code === 'too_big') return 'This is too long or too large.';
  if (code === 'too_small') return 'This is too short or too low.';
  return 'This value is not valid.';
};

async function parseJson(request: Request, limit: number, types: readonly string[]): Promise<unknown> {
  const text = await rawBody(request, limit);
  // An empty body counts as `{}` (docs/behaviour.md, "API answers").
  if (text === '') return {};
  const [type = ''] = (request.headers.get('content-type') ?? '').split(';');
  if (!types.includes(type.trim().toLowerCase())) throw notSentAsJson();
  try {
    return JSON.parse(text, refuseLoneSurrogates);
  } catch {
    throw notJson();
  }
}

/**
 * Middleware: validates the body; the result is `c.req.valid('json')`.
 * Refuses with 400 malformed, 413 too large, 415 not JSON, 422 with the fields.
 * @param types allowed content types
 */
export const body = <S extends z.ZodType>(
  schema: S,
  limit: number = bodyLimit.usual,
  types: readonly string[] = ['application/json'],
): MiddlewareHandler<Env, string, { in: { json: z.input<S> }; out: { json: z.output<S> } }> =>
  annotate(
    async (c, next) => {
      const result = schema.safeParse(await parseJson(c.req.raw, limit, types), { error: defaultMessages });
      if (!result.success) throw wrongFields(fieldsOf(result.error));
      c.req.addValidatedData('json', result.data as object);
      await next();
    },
    { body: { schema, types }, refuses: [notJson, brokenOff, tooLarge, notSentAsJson, wrongFields] },
  );

/** Middleware: validates the query string; the result is `c.req.valid('query')`. Refuses with 422 and the fields. */
export const query = <S extends z.ZodType<object, Record<string, string | undefined>>>(
  schema: S,
): MiddlewareHandler<Env, string, { in: { query: z.input<S> }; out: { query: z.output<S> } }> =>
  annotate(
    async (c, next) => {
      const result = schema.safeParse(c.req.query(), { error: defaultMessages });
      if (!result.success) throw wrongFields(fieldsOf(result.error));
      c.req.addValidatedData('query', result.data);
      await next();
    },
    { query: schema, refuses: [wrongFields] },
  );
