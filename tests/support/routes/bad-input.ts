/**
 * Bad input to routes, with the status and code that are expected (docs/behaviour.md, "API answers").
 * `tests/api/bad-input.test.ts` sends each case and checks that no row changes.
 */
import { bodySchema } from '../api-document.ts';
import { serum } from '../orders.ts';
import type { BadRequest, TestRoute } from './route.ts';

export const malformed = { status: 400, code: 'malformed' };
export const notJson = { status: 415, code: 'not_json' };
export const tooLarge = { status: 413, code: 'too_large' };
export const notFound = { status: 404, code: 'not_found' };
export const signedOut = { status: 401, code: 'signed_out' };
const notOperator = { status: 403, code: 'not_operator' };
export const json = { 'Content-Type': 'application/json' };

export const filler = (size: number) => 'x'.repeat(size);
export const kib = 1024;
/** A string that UTF-8 cannot hold. */
export const loneSurrogate = 'Asha \ud800';

/** Bodies that are not a valid JSON object. */
const noObject = (valid: object): BadRequest[] => [
  { what: 'truncated JSON', raw: JSON.stringify(valid).slice(0, -1), headers: json, ...malformed },
  { what: 'NaN as JSON', raw: '{"quantity": NaN, "amount": Infinity}', headers: json, ...malformed },
  { what: 'two values', raw: '{}{}', headers: json, ...malformed },
  { what: 'null', raw: 'null', headers: json },
  { what: 'a list for an object', json: [valid] },
  { what: 'a word for an object', json: 'everything' },
  { what: 'no content type', raw: JSON.stringify(valid), ...notJson },
  {
    what: 'a form',
    raw: `itemId=${serum}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    ...notJson,
  },
];

/**
 * A body whose header says 10 MB is refused before it arrives, and one of unknown size as soon as it is too large.
 * @param limit KiB
 */
export const large = (limit: number): BadRequest[] => [
  { what: '10 MB', unfinished: { sent: 1000, announced: 10 * kib * kib }, headers: json, ...tooLarge },
  { what: 'no end', unfinished: { sent: limit * kib + 1 }, headers: json, ...tooLarge },
];

/** By field and message, the values that are refused; an empty message is that of the answer. */
type Refused = Record<string, Record<string, readonly unknown[]>>;

/** A valid body with one wrong field, for each of the values. */
export const refused = (valid: object, fields: Refused): BadRequest[] =>
  Object.entries(fields).flatMap(([field, messages]) =>
    Object.entries(messages).flatMap(([says, values]) =>
      values.map((value) => ({
        what: `${field} ${JSON.stringify(value)?.slice(0, 40)}`,
        json: { ...valid, [field]: value },
        field,
        says,
      })),
    ),
  );

/** The fields that a route's JSON body must have, or undefined where it takes no such body. */
function requiredFields(name: string): readonly string[] | undefined {
  const schema = bodySchema(name);
  return schema && (schema.required ?? []);
}

/** Tokens that the route does not accept, with a body that it would accept. */
function noRight({ may, requests, acceptsDeadTokens }: TestRoute): BadRequest[] {
  if (may.nobody !== 401) return [];
  const valid = requests[0]?.json;
  const nobody: BadRequest = { what: 'no token', as: 'nobody', json: valid, ...signedOut };
  if (acceptsDeadTokens) return [nobody];
  return [
    nobody,
    { what: 'a dead token', as: 'dead', json: valid, ...signedOut },
    { what: 'a forged token', as: 'forged', json: valid, ...signedOut },
    ...(may.shopper === 403
      ? [{ what: 'a shopper', as: 'shopper' as const, json: valid, ...notOperator }]
      : []),
  ];
}

/** What every route refuses that takes a body or needs a token. @param name of the route in the table */
export function usualBadInput(name: string, route: TestRoute): BadRequest[] {
  const tokens = noRight(route);
  const required = requiredFields(name);
  const valid = route.requests[0]?.json;
  const limit = route.bodyLimit ?? 64;
  if (!required) return tokens;
  if (!valid) throw new Error(`The first request of ${name} has no body.`);
  return [
    ...tokens,
    ...noObject(valid),
    ...large(limit),
    { what: `${limit} KiB and more`, json: { ...valid, more: filler(limit * kib) }, ...tooLarge },
    ...(required.length ? [{ what: 'nothing', json: {} }] : []),
    ...required.map((field) => ({ what: `no ${field}`, json: { ...valid, [field]: undefined } })),
  ];
}
