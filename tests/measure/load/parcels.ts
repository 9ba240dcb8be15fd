/**
 * Part of npm run test:faults: 500 parcels are handed over at once while the database and the Worker are killed. Then every
 * parcel has its invoice, and the numbers have no gap.
 */
import '#tools/lib/test-content.ts';
import { sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { newClient } from '../../support/client.ts';
import { insertManyOrders } from '../../support/many-orders.ts';
import { countRows, insertAccounts } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { newPurchase, type Purchase, shipOrder } from './buyers.ts';
import { type Fault, injectFaults, Progress } from './inject-faults.ts';
import { checkInvariants, writeExpected } from './invariants.ts';
import { printTable, printVerdict, statuses } from './report.ts';
import { runWithShop, unexpectedErrors } from './shop.ts';

const parcels = 500;
/** Parcels handed over at the same moment. */
const atOnce = 50;
const mostTries = 60;
const kills = 10;

const faults = Array.from({ length: kills }, (_, n): Fault => {
  const what = n % 2 ? 'kill workerd' : 'kill sqld';
  return { what, after: 1 + Math.floor((parcels * n) / kills), delay: 20, lasts: n % 2 ? 0 : 500 };
});

/** Orders that are being packed. */
async function packedOrders({ stack, db }: MeasuredShop): Promise<Purchase[]> {
  await insertManyOrders(db, parcels);
  await db.write.run(sql`
    UPDATE ${orders} SET status = 'Packing', payment_method = 'cod', paid = 0, subtotal = line.total, total = line.total
    FROM (SELECT order_id, sum(price * quantity) AS total FROM order_lines GROUP BY order_id) AS line
    WHERE ${orders}.id = line.order_id`);
  const stored = await db.read.select({ id: orders.id, total: orders.total }).from(orders);
  return stored.map(({ id, total }) => {
    const order = { key: id, userId: '', method: 'cod', items: {}, saveInfo: false, total } as const;
    return { ...newPurchase(newClient(stack.url), order), acknowledged: [id] };
  });
}

async function run({ stack, db, ...shop }: MeasuredShop): Promise<boolean> {
  const began = Date.now();
  const purchases = await packedOrders({ stack, db, ...shop });
  const waiting = [...purchases];
  const [operator] = await insertAccounts(db, 1, 'operator');
  const progress = new Progress();
  const packer = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      progress.begun += 1;
      await shipOrder(next, newClient(stack.url, operator?.token), mostTries);
    }
  };
  await Promise.all([injectFaults(stack, faults, progress), ...Array.from({ length: atOnce }, packer)]);
  await writeExpected(db, purchases, {}, shop.simulators);
  const found = await checkInvariants(db, [
    'every parcel that left has one invoice, and no other order has one',
    'the numbers of invoices and credit notes have no gap',
  ]);
  const lost = purchases.filter(({ shipped }) => !shipped).map(({ key }) => `${key} was not handed over`);
  const well = printVerdict(found, [...lost, ...unexpectedErrors(stack)]);
  printTable({
    parcels,
    invoices: await countRows(db, 'documents'),
    requests: statuses(purchases.flatMap(({ attempts }) => attempts)),
    'time in all': `${Math.round((Date.now() - began) / 1000)} s`,
  });
  return well;
}

await runWithShop(run);
