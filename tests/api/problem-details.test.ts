/** Refusals as problem details (RFC 9457), where a request asks for them (docs/behaviour.md, "API answers"). */
import { describe, expect } from 'vitest';
import { itemsOf, serum } from '../support/orders.ts';
import { setStock } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

const ask = (accept: string, path = '/api/order/quote', json: object = { items: itemsOf({ [serum]: 2 }) }) =>
  fetch(new URL(path, shop.stack.url), {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify(json),
  });

describe('a refusal', () => {
  test.for([
    'application/problem+json',
    'application/json, application/problem+json',
    'Application/Problem+JSON;q=0.9',
  ])('for "%s" is problem details with the fields that it has otherwise', async (accept) => {
    await setStock(shop.db, serum, 1);
    const answer = await ask(accept);
    const plain = (await (await ask('application/json')).json()) as Record<string, unknown>;
    expect([answer.status, answer.headers.get('content-type')]).toEqual([409, 'application/problem+json']);
    const { success: _, message, ...others } = plain;
    expect(await answer.json()).toEqual({
      type: 'tag:harita.example,2026:out_of_stock',
      title: 'Out of stock',
      status: 409,
      detail: message,
      ...others,
    });
  });

  test.for(['*/*', 'application/json', 'application/*', 'text/html'])(
    'for "%s" is what the specification says',
    async (accept) => {
      await setStock(shop.db, serum, 1);
      const answer = await ask(accept);
      expect(answer.headers.get('content-type')).toContain('application/json');
      expect(await answer.json()).toMatchObject({ success: false, code: 'out_of_stock' });
    },
  );

  test('of a wrong body names its fields, of an unknown address it has 404', async () => {
    const wrong = await ask('application/problem+json', '/api/order/quote', { items: 'many' });
    expect(await wrong.json()).toMatchObject({ status: 422, fields: { items: expect.any(String) } });
    const unknown = await ask('application/problem+json', '/api/nowhere');
    expect([unknown.status, unknown.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
  });
});
