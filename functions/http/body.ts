/** What a request brings is checked before the action; JSON bodies are limited and parsed. */
import type { z } from 'zod';
import { refusal, wrongFields } from '../lib/refusal.ts';
import { brokenOff, notJson, rawBody, tooLarge } from '../lib/request-bytes.ts';

const kib = 1024;
/**
 * Bytes of a body (docs/behaviour.md, "API answers"). `order` is for orders and quotes, with which a client may send whole
 * products, for webhooks and for lists of stock.
 */
export const bodyLimit = { usual: 64 * kib, order: 256 * kib } as const;

const notSentAsJson = refusal(415, 'not_json', 'Please send JSON (Content-Type: application/json).');

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

/** A checked value. @throws Refusal 422 with the fields */
export function check<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { error: defaultMessages });
  if (!result.success) throw wrongFields(fieldsOf(result.error));
  return result.data;
}

/** A JSON body. @property limit bytes @property types allowed content types */
export type BodyOptions = { limit: number; types: readonly string[] };

export const usualBody: BodyOptions = { limit: bodyLimit.usual, types: ['application/json'] };

/** Reads and checks a JSON body. @throws Refusal 400 malformed, 413 too large, 415 not JSON, 422 with the fields */
export const readBody = async <S extends z.ZodType>(
  request: Request,
  schema: S,
  { limit, types }: BodyOptions,
): Promise<z.output<S>> => check(schema, await parseJson(request, limit, types));

/** How {@link readBody} refuses. */
export const bodyRefusals = [notJson, brokenOff, tooLarge, notSentAsJson, wrongFields];
