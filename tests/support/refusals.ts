/** Requests that are refused because of one field. */
import { expect } from 'vitest';
import type { ApiResponse } from './client.ts';
import { snapshot } from './rows.ts';
import type { TestShop } from './shop.ts';

/** @property what names the case in a failure @property field the only field in the response */
type WrongField = [what: string, json: object, field: string];

type Refusal = { fields: Record<string, string> };

/**
 * Sends each case and expects 422 at its field, and that no row has changed afterwards.
 * @param except tables that may change
 */
export async function expectWrongFields(
  { db }: TestShop,
  send: (json: object) => Promise<ApiResponse<Refusal>>,
  cases: readonly WrongField[],
  except: readonly string[] = [],
): Promise<void> {
  const before = await snapshot(db, except);
  for (const [what, json, field] of cases) {
    const { status, body } = await send(json);
    expect([what, status, Object.keys(body.fields)]).toEqual([what, 422, [field]]);
  }
  expect(await snapshot(db, except)).toEqual(before);
}
