/** The local database requires the token in its URL, since any page in a browser can reach its port. */
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connect, withOwnToken } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();

/** Asks the server to retire every product, in each form that one of its paths takes. */
async function retireAll(headers: Record<string, string>, path = '/v2/pipeline'): Promise<number> {
  const { origin } = new URL(shop.stack.databaseUrl);
  const stmt = { sql: 'UPDATE products SET retired = 1' };
  const forms = {
    requests: [{ type: 'execute', stmt }],
    statements: [stmt.sql],
    stmt,
    batch: { steps: [{ stmt }] },
  };
  const response = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(forms) });
  return response.status;
}

const retired = () => countRows(shop.db, 'products', sql`retired = 1`);

test.each<[string, Record<string, string>]>([
  ['without an origin', {}],
  ['of a stranger’s page', { Origin: 'https://elsewhere.example' }],
  ['of a page on this machine', { Origin: 'http://localhost:8787' }],
  ['of a page whose name was pointed here', { Origin: 'http://rebound.example', Host: 'rebound.example' }],
  ['with another token', { Authorization: `Bearer ${'x'.repeat(43)}` }],
])('a request %s is refused and changes nothing', async (_, headers) => {
  for (const path of ['/', '/v1/execute', '/v1/batch', '/v2/pipeline', '/v3/pipeline', '/v3/cursor'])
    expect([path, await retireAll(headers, path)]).toEqual([path, 401]);
  expect(await retired()).toBe(0);
});

test('the token in the URL is accepted, for the Worker too', async () => {
  const { url, authToken } = withOwnToken({ url: shop.stack.databaseUrl });
  expect(await countRows(connect({ url, authToken }), 'products')).toBeGreaterThan(0);
  expect(await migrate({ url: shop.stack.databaseUrl })).toBe(0);
  expect((await shop.client().get('/api/health')).status).toBe(200);
});

test('a separate token takes precedence over the one in the URL', async () => {
  const wrong = { url: shop.stack.databaseUrl, authToken: 'wrong' };
  await expect(countRows(connect(wrong), 'products')).rejects.toThrow();
  await expect(migrate(wrong)).rejects.toThrow(/401/);
});
