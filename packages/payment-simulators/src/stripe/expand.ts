/** `expand[]=payment_intent.latest_charge`: https://docs.stripe.com/api/expanding_objects */
import { StripeError } from './errors.ts';
import type { Ledger } from './ledger.ts';

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

function expandOne(ledger: Ledger, object: Fields, path: string, [key = '', ...rest]: string[]): void {
  // Left out unless it is expanded.
  if (key === 'line_items' && object.object === 'checkout.session')
    object[key] = lineItemList(ledger, String(object.id));
  const value = object[key];
  if (value === null) return;
  const found = typeof value === 'string' ? structuredClone(ledger.find(value)) : value;
  if (!isFields(found))
    throw new StripeError(400, {
      message: `This property cannot be expanded (${path}).`,
      param: 'expand[0]',
    });
  object[key] = found;
  if (rest.length) expandOne(ledger, found, path, rest);
}

/** The lines of a session as a list object. */
export const lineItemList = (ledger: Ledger, sessionId: string) => ({
  object: 'list',
  data: ledger.lines.get(sessionId) ?? [],
  has_more: false,
  url: `/v1/checkout/sessions/${sessionId}/line_items`,
});

/** A copy in which the named ids are replaced by their objects. @throws StripeError */
export function expand<T extends object>(ledger: Ledger, object: T, paths: readonly string[] = []): T {
  const copy = structuredClone(object);
  for (const path of paths) expandOne(ledger, copy as Fields, path, path.split('.'));
  return copy;
}
