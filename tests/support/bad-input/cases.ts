/** Types and helpers of the tables of bad input. */
import type { RequestOptions } from '../client.ts';
import { serum } from '../orders.ts';

/** Who sends the request; `dead` has signed out, `forged` has a well-formed token that was never issued. */
export type Caller = 'nobody' | 'shopper' | 'operator' | 'dead' | 'forged';

export type BadInput = RequestOptions & {
  what: string;
  /** `METHOD path`; `{foreign}` stands for another person's order, `{unknown}` for an unknown one. */
  to: string;
  /** Default: the shopper if the route requires a token, else nobody. */
  as?: Caller;
  status: number;
  code: string;
};

type Given = Partial<BadInput> & { what: string };

export const wrong = { status: 422, code: 'invalid' };
export const malformed = { status: 400, code: 'malformed' };
export const notJson = { status: 415, code: 'not_json' };
export const tooLarge = { status: 413, code: 'too_large' };
export const notFound = { status: 404, code: 'not_found' };
export const signedOut = { status: 401, code: 'signed_out' };
export const json = { 'Content-Type': 'application/json' };

/** Cases of one route with shared defaults. */
export const on = (to: string, shared: Partial<BadInput>, cases: Given[]): BadInput[] =>
  cases.map((given) => ({ to, ...wrong, ...shared, ...given }));

const bytes = (text: string) => new TextEncoder().encode(text);
export const filler = (size: number) => 'x'.repeat(size);
export const kib = 1024;

/**
 * A body whose header says 10 MB is refused before it arrives, and one of unknown size as soon as it is too
 * large.
 */
export const large = (limit: number): Given[] => [
  { what: '10 MB', unfinished: { sent: 1000, announced: 10 * kib * kib }, headers: json, ...tooLarge },
  { what: 'no end', unfinished: { sent: limit + 1 }, headers: json, ...tooLarge },
];

/** A string that UTF-8 cannot hold. */
export const loneSurrogate = 'Asha \ud800';

/** Bodies that are not a valid JSON object, for any route that takes a body. */
export const noBody = (valid: object): Given[] => [
  { what: 'truncated JSON', raw: JSON.stringify(valid).slice(0, -1), headers: json, ...malformed },
  { what: 'NaN as JSON', raw: '{"quantity": NaN, "amount": Infinity}', headers: json, ...malformed },
  { what: 'two values', raw: '{}{}', headers: json, ...malformed },
  { what: 'null', raw: 'null', headers: json },
  { what: 'a list for an object', json: [valid] },
  { what: 'a word for an object', json: 'everything' },
  { what: 'no content type', raw: bytes(JSON.stringify(valid)), ...notJson },
  { what: 'a form', raw: new URLSearchParams({ itemId: serum }), ...notJson },
];
