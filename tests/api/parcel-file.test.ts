/** The file of parcels that a courier imports (docs/desk.md, "Papers and shipping"). */
import { desc, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { audit, products } from '#db/schema/index.ts';
import type { makeParcelFile } from '#functions/desk/parcel-file.ts';
import type { Success } from '#functions/http/route.ts';
import { password } from '../support/accounts.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();

const make = (orderIds: readonly string[], more: object = {}) =>
  operator.post<Success<Awaited<ReturnType<typeof makeParcelFile>>>>('/api/desk/shipping/parcel-files', {
    orderIds,
    format: 'Delhivery',
    password,
    ...more,
  });

test('it has the chosen parcels with their weight and cash, leaves out what has no parcel, and is in the audit list', async ({
  shopper,
  order: { _id: cancelled },
}) => {
  const { _id: sent } = await placed(shopper, { [serum]: 2, [toner]: 1 });
  await setStatus(shop.db, cancelled, 'Cancelled');
  const { status, body } = await make([cancelled, sent]);
  expect([status, body.parcels, body.leftOut.length, body.withoutWeight]).toEqual([200, 1, 1, []]);
  const [head, row, ...more] = body.file.trimEnd().split('\r\n');
  expect(more).toEqual([]);
  expect(head).toMatch(/^\ufeffWaybill,Order No,Consignee Name,/);
  // Two serums of 30 ml, a toner of 100 ml, 45 g of packaging each and 120 g of the parcel.
  expect(row).toMatch(/^,ORD-\d+,Asha Rao,.*,415,COD,1547\.00,1547\.00,"2 x Glow Serum, 1 x Rose Toner"$/);
  const [entry] = await shop.db.read.select().from(audit).orderBy(desc(audit.at)).limit(1);
  expect(entry).toMatchObject({ action: 'export', about: 'Parcels for Delhivery', detail: '1 parcel' });
});

test('a parcel whose weight is unknown is named; a wrong password and another file give nothing', async ({
  order: { _id: id },
}) => {
  await shop.db.write.update(products).set({ netGrams: null }).where(eq(products.id, serum));
  expect((await make([id])).body.withoutWeight.length).toBe(1);
  expect((await make([id], { password: 'wrong password' })).status).toBe(422);
  expect((await make([id], { format: 'Nobody' })).status).toBe(404);
});
