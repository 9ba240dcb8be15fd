/**
 * Refused requests (docs/behaviour.md, "API answers"): a status, a stable code and a message for people. A refusal stands
 * where its rule is decided: there it is made, and returned as the result, and the route throws it.
 */
import type { ContentfulStatusCode } from 'hono/utils/http-status';

/** Status and code of a refusal, such as `409 email_taken`. */
export type RefusalCode = `${number} ${string}`;

/** @property extra further fields of the answer's body */
export class Refusal<Code extends string = string, Extra extends object = object> extends Error {
  readonly ok = false;
  readonly status: ContentfulStatusCode;
  readonly code: Code;
  readonly extra: Extra;
  readonly headers: Record<string, string>;

  constructor(
    status: ContentfulStatusCode,
    code: Code,
    message: string,
    extra: Extra,
    headers: Record<string, string> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
    this.headers = headers;
  }
}

/** Makes refusals of one kind. @property id for the API's document (tools/openapi) */
export type RefusalKind<
  Args extends unknown[] = never[],
  Code extends string = string,
  Extra extends object = object,
> = ((...args: Args) => Refusal<Code, Extra>) & { readonly id: RefusalCode };

type Body = { message: string };

/**
 * A kind of refusal: `const keyReused = refusal(409, 'key_reused', 'This key …')`, then `return keyReused()`.
 * @param body its message, with further fields of the answer's body; a function if they depend on the case
 * @param retryAfter seconds until a retry may succeed
 */
export function refusal<const Code extends string, Args extends unknown[] = [], Answer extends Body = Body>(
  status: ContentfulStatusCode,
  code: Code,
  body: string | ((...args: Args) => Answer),
  retryAfter?: number,
): RefusalKind<Args, Code, Omit<Answer, 'message'>> {
  const headers: Record<string, string> =
    retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) };
  const make = (...args: Args) => {
    // A text has no further fields.
    if (typeof body === 'string')
      return new Refusal(status, code, body, {} as Omit<Answer, 'message'>, headers);
    const { message, ...extra } = body(...args);
    return new Refusal(status, code, message, extra, headers);
  };
  return Object.assign(make, { id: `${status} ${code}` as const });
}

/** A kind of refusal, or a table of them. */
type Refuses = RefusalKind | Readonly<Record<string, RefusalKind>>;

const declared = new WeakMap<object, RefusalKind[]>();

/** Declares how an action refuses, below it: the API's document reads it (tools/openapi). */
export const refuses = (action: object, ...kinds: readonly Refuses[]) =>
  declared.set(
    action,
    kinds.flatMap((one) => (typeof one === 'function' ? [one] : Object.values(one))),
  );

/** What an action has declared with {@link refuses}. */
export const refusalsOf = (action: object): readonly RefusalKind[] => declared.get(action) ?? [];

/** 422 by field. */
export const wrongFields = refusal(422, 'invalid', (fields: Record<string, string>) => ({
  message: Object.values(fields)[0] ?? 'Please check what you entered.',
  fields,
}));

/** No token, or a dead or unknown one: the same response for all. */
export const signedOut = refusal(401, 'signed_out', 'Please sign in to go on.');

/** A guest's token, for what needs an account. */
export const needsAccount = refusal(
  403,
  'guest',
  'This needs an account. Please sign in, or choose a password for your order.',
);

/** The token of a link, where the code of the email is needed first. */
export const codeNeeded = refusal(
  403,
  'code_needed',
  'With this link you can only see the order. To change it, ask for the code that we email to you, on the page of the order.',
);

export const notOperator = refusal(403, 'not_operator', 'Only an operator may do this.');

/** The operator may look, but not change products, prices and texts. */
export const notForContent = refusal(
  403,
  'not_for_content',
  'You may not change products and texts. Another operator can allow it, under Operators.',
);

/** The operator's session started without the second factor, which is required. */
export const factorMissing = refusal(
  403,
  'second_factor_missing',
  'Please set up two-step sign-in first: open the desk, which leads you through it.',
);

/** Not there, or somebody else's: the same response for both. */
export const notFound = refusal(404, 'not_found', (what: string = 'This page') => ({
  message: `${what} was not found.`,
}));

/** @param seconds until the request may be repeated */
export const tooMany = (seconds: number, message: string) => refusal(429, 'too_many', message, seconds)();

/** Two to eight seconds, random so that refused clients do not all return at once (docs/reliability.md). */
const randomDelay = (): number => 2 + Math.floor(Math.random() * 7);

/** The shop is busy. A retry is safe. @param seconds until the retry */
export const unavailable = (seconds = randomDelay()) =>
  refusal(503, 'unavailable', 'The shop is busy for a moment. Please try again.', seconds)();
