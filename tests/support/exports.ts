/** Requests and reads exports of the desk. */
import { readCsv } from 'shop-import/testing/read-csv';
import type { Db } from '#db/client.ts';
import { orderLines, orders } from '#db/schema/index.ts';
import { password } from './accounts.ts';
import type { Client } from './client.ts';
import type { DeskRefusal } from './desk.ts';
import { address, serum, toner } from './orders.ts';

const asking = { sheet: 'orders', from: '2026-01-01', to: '2026-12-31', password };

/** Requests an export; by default, the orders of the year. */
export const requestExport = (by: Client, over: object = {}) =>
  by.send<DeskRefusal>('POST', '/api/desk/export', { json: { ...asking, ...over } });

/** Rows by column title. @param csv without its byte order mark, which fetch removes */
export function tableOf(csv: string): Record<string, string>[] {
  const [titles = [], ...rows] = readCsv(csv);
  return rows.map((row) => Object.fromEntries(titles.map((title, n) => [title, row[n] ?? ''])));
}

/** The last millisecond of November 20 in India. */
export const lastMoment = Date.parse('2026-11-20T18:29:59.999Z');
let made = 0;

/** Inserts an order of two lines. @returns its id */
export async function insertOrder(
  db: Db,
  over: Partial<typeof orders.$inferInsert> = {},
  who: Partial<typeof address> = {},
) {
  made += 1;
  const id = crypto.randomUUID();
  await db.write
    .insert(orders)
    .values({
      id,
      reference: `ORD-${String(made).padStart(6, '0')}`,
      status: 'Delivered',
      paid: true,
      paymentMethod: 'cod',
      subtotal: 94_800,
      discount: 9_480,
      delivery: 4_900,
      total: 90_220,
      couponCode: 'MONSOON-10',
      address: { ...address, country: 'India', phone: '9876543210', ...who },
      requestHash: '',
      courier: 'Delhivery',
      trackingId: '0014523698741',
      createdAt: lastMoment,
      ...over,
    });
  const line = { orderId: id, image: '' };
  await db.write.insert(orderLines).values([
    {
      ...line,
      position: 0,
      productId: serum,
      name: 'Glow Serum',
      price: 59_900,
      quantity: 1,
      discount: 5_990,
    },
    {
      ...line,
      position: 1,
      productId: toner,
      name: 'Rose "Balance", 100 ml',
      price: 34_900,
      quantity: 1,
      discount: 3_490,
    },
  ]);
  return id;
}
