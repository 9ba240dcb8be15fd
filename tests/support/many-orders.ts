/**
 * Fills a shop with years of orders by SQL: every name, status and payment method in turn, several orders in the same
 * millisecond, ids in random order.
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderStatuses } from '#domain/orders/order.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import { inParts, numbers } from './many-rows.ts';
import { serum, toner } from './orders.ts';

const firstNames = ['Asha', 'Vikram', 'Meera', 'Zoya', 'Arjun', 'Kavya', 'Imran', 'Nila', 'Dev', 'Sara'];
const lastNames = ['Rao', 'Iyer', 'Khan', 'Das', 'Nair', 'Singh', 'Bose'];

/** When the first of them was placed, UTC ms; three are placed every minute. */
export const firstOrderAt = Date.UTC(2026, 0, 1);

const pick = (values: readonly string[], by: string) =>
  sql`json_extract(${JSON.stringify(values)}, '$[' || (${sql.raw(by)}) || ']')`;

/** Rows of one statement, few enough for the time limit of a call. */
const atOnce = 4000;

/**
 * @param count orders, each with one or two lines
 * @param first the number of the first one
 * @param taxed whether lines have codes and rates of GST: those of before migration 0008 have none
 */
export async function insertManyOrders(
  db: Db,
  count: number,
  { first = 0, taxed = true } = {},
): Promise<void> {
  const tax = taxed
    ? { columns: sql`, hsn, rate, unit_code`, values: sql`, '330499', 1800, 'NOS'` }
    : undefined;
  // An order of the test may have drawn one of the numbers.
  await db.write.run(sql`
    UPDATE orders SET reference = reference || '9'
    WHERE reference BETWEEN printf('ORD-%06d', CAST(${first} AS INTEGER)) AND printf('ORD-%06d', CAST(${first + count} AS INTEGER))`);
  await inParts([first, first + count], atOnce, async (from, to) => {
    const rows = numbers(from, to);
    const id = sql`printf('%08x-0000-4000-8000-%012x', (n * 2654435761) % 4294967296, n)`;
    await db.write.run(sql`
      INSERT INTO orders (id, reference, status, paid, payment_method, subtotal, discount, delivery, total,
                          address, request_hash, created_at)
      ${rows}
      SELECT ${id}, printf('ORD-%06d', n), ${pick(orderStatuses, `n / 3 % ${orderStatuses.length}`)}, n / 7 % 2,
             ${pick(paymentMethods, `n / 2 % ${paymentMethods.length}`)}, 59900, 0, 0, 59900,
             json_object('firstName', ${pick(firstNames, `n % ${firstNames.length}`)},
                         'lastName', ${pick(lastNames, `n / 10 % ${lastNames.length}`)} || (n / 70),
                         'address', '1 MG Road', 'city', 'Bengaluru', 'state', 'Karnataka', 'zipcode', '560001',
                         'country', 'India', 'phone', printf('98%08d', n / 5), 'email', 'p' || (n / 5) || '@example.in'),
             '', ${firstOrderAt} + n / 3 * 60000
      FROM number`);
    await db.write.run(sql`
      INSERT INTO order_lines (order_id, position, product_id, name, image, price, quantity${tax?.columns})
      ${rows}
      SELECT ${id}, position, product, product, '', 29900, 1 + n % 3${tax?.values} FROM number
      JOIN (SELECT 0 AS position, ${serum} AS product UNION ALL SELECT 1, ${toner}) ON position <= n % 2`);
  });
}
