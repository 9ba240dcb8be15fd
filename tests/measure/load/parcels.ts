/**
 * Part of npm run test:faults: 500 parcels are handed over at once while the database and the Worker are killed. Then every
 * parcel has its invoice, and the numbers have no gap.
 */
import '#tools/lib/test-content.ts';
import { sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';
import { logInfo } from '#tools/lib/log.ts';
import { newClient } from '../../support/client.ts';
import { insertManyOrders } from '../../support/many-orders.ts';
import { randomFrom } from '../../support/random.ts';
import { insertAccounts } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { newPurchase, type Purchase } from './buyers.ts';
import { injectFaults, Progress } from './inject-faults.ts';
import { numbersHaveNoGap, oneInvoicePerParcel } from './invariants.ts';
import { readLedger } from './ledger.ts';
import type { PlannedFault } from './plan.ts';
import { counts, printVerdict, statusOf, table } from './report.ts';
import { shipOrder } from './ship-orders.ts';
import { runWithShop, unexpectedErrors } from './shop.ts';

const parcels = 500;
/** Parcels handed over at the same moment. */
const atOnce = 50;
const mostTries = 60;
const kills = 10;

const faults = Array.from({ length: kills }, (_, n): PlannedFault => {
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
    const wanted = { key: id, userId: '', method: 'cod', items: {}, saveInfo: false, total } as const;
    const purchase = newPurchase(newClient(stack.url), wanted);
    purchase.requested.acknowledged.push(id);
    return purchase;
  });
}

async function run(seed: number, shop: MeasuredShop): Promise<boolean> {
  const began = Date.now();
  const waiting = await packedOrders(shop);
  const purchases = [...waiting];
  const [operator] = await insertAccounts(shop.db, 1, 'operator');
  const progress = new Progress();
  const packer = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      progress.step();
      const client = newClient(shop.stack.url, operator?.token);
      await shipOrder(next, client, mostTries, randomFrom(seed + progress.begun));
    }
  };
  await Promise.all([injectFaults(shop.stack, faults, progress), ...Array.from({ length: atOnce }, packer)]);
  const ledger = await readLedger(shop.db);
  const lost = purchases
    .filter(({ shipped }) => !shipped)
    .map(({ requested }) => `${requested.key} was not handed over`);
  const well = printVerdict(
    {
      'every parcel that left has one invoice': oneInvoicePerParcel(ledger),
      'the numbers of invoices have no gap': numbersHaveNoGap(ledger),
    },
    [...lost, ...unexpectedErrors(shop.stack)],
  );
  const tries = purchases.flatMap(({ attempts }) => attempts);
  logInfo(
    table([
      ['parcels', String(parcels)],
      ['invoices', String(ledger.documents.length)],
      ['requests', counts(tries.map(statusOf))],
      ['time in all', `${Math.round((Date.now() - began) / 1000)} s`],
    ]),
  );
  return well;
}

await runWithShop(run);
