/**
 * Years of an ordinary shop, written by SQL: most orders are cash on delivery and delivered, each by another person; few
 * products have most of the reviews; everything that waits for somebody (parcels to pack, open tickets, due refunds) is
 * as much as on any other day. So what a request costs must not depend on how many orders there are.
 */
import { type SQL, sql } from 'drizzle-orm';
import { skinTypes } from '#lib/product-constants.ts';
import { day } from './clock.ts';
import { inParts, numbers, whole } from './many-rows.ts';
import { cream, serum, toner } from './orders.ts';

/** Rows of one statement, few enough for the time limit of a call. */
const atOnce = 2000;

/** Years over which the orders are spread. */
const years = 2;

/** An id of the kind, in random order. */
const id = (kind: string): SQL =>
  sql.raw(`printf('%08x-${kind}-4000-8000-%012x', (n * 2654435761) % 4294967296, n)`);

const orderId = id('0001');
const userId = id('0002');
const email = sql.raw(`'buyer' || n || '@example.in'`);

/**
 * Writes the past of a shop.
 * @param db the database, or what writes into its file
 * @param orders number of orders; of reviews there are as many, of other rows in proportion
 * @param now UTC ms; everything is older
 */
export async function addYears(
  db: { write: { run(statement: SQL): PromiseLike<unknown> } },
  orders: number,
  now: number,
): Promise<void> {
  const step = Math.floor((years * 365 * day) / orders);
  // The newest order is a step old.
  const at = sql`${whole(now - orders * step)} + n * ${whole(step)}`;
  const isOnline = sql.raw('n % 10 IN (3, 7)');
  const isCancelled = sql.raw('n % 50 = 9');
  await inParts([0, orders], atOnce, async (from, to) => {
    const rows = numbers(from, to);
    const statements: SQL[] = [
      sql`INSERT INTO users (id, name, email, password, created_at, guest, phone) ${rows}
        SELECT ${userId}, 'Meera Iyer', ${email}, 'none', ${at}, n % 2, iif(n % 2, printf('97%08d', n), NULL) FROM number`,
      sql`INSERT INTO sessions (token_hash, user_id, created_at, expires_at, elevated) ${rows}
        SELECT 'past' || n, ${userId}, ${at}, ${whole(now + 29 * day)}, 0 FROM number WHERE n % 10 = 1`,
      sql`INSERT INTO devices (user_id, token_hash, created_at, used_at) ${rows}
        SELECT ${userId}, 'device' || n, ${at}, ${whole(now - day)} FROM number WHERE n % 10 = 1`,
      sql`INSERT INTO addresses (id, user_id, address, hash, used_at) ${rows}
        SELECT ${id('0003')}, ${userId}, '{}', n, ${at} FROM number WHERE n % 2 = 0`,
      sql`INSERT INTO attempts (key, count, blocked_until, expires_at) ${rows}
        SELECT 'past' || n, 1, 0, ${whole(now + day)} FROM number`,
      sql`INSERT INTO orders (id, reference, user_id, status, paid, payment_method, subtotal, discount, delivery, total,
          address, idempotency_key, request_hash, tracking_id, courier, promised_from, promised_to, created_at) ${rows}
        SELECT ${orderId}, printf('ORD-9%06d', n), ${userId}, iif(${isCancelled}, 'Cancelled', 'Delivered'),
          NOT ${isCancelled}, iif(${isOnline}, iif(n % 10 = 3, 'stripe', 'razorpay'), 'cod'), 95800, 0, 0, 95800,
          json_object('firstName', 'Meera', 'lastName', 'Iyer', 'address', n || ' MG Road', 'city', 'Pune',
            'state', 'Maharashtra', 'zipcode', '411001', 'country', 'India', 'phone', printf('97%08d', n),
            'email', ${email}),
          'past' || n, '', 'PAST' || n, 'Delhivery', date((${at}) / 1000, 'unixepoch', '3 days'),
          date((${at}) / 1000, 'unixepoch', '5 days'), ${at}
        FROM number`,
      sql`INSERT INTO order_lines (order_id, position, product_id, name, image, price, quantity, hsn, rate, unit_code) ${rows}
        SELECT ${orderId}, line.key, line.value, line.value, '', iif(line.key, 35900, 59900), 1, '330499', 1800, 'NOS'
        FROM number JOIN json_each(${JSON.stringify([serum, toner])}) AS line`,
      sql`INSERT INTO order_events (id, order_id, at, actor, kind, from_status, to_status) ${rows}
        SELECT printf('past%d-%d', n, step.key), ${orderId}, ${at} + step.key * ${whole(day)},
          iif(step.key, 'operator', iif(${isOnline}, 'provider', 'shopper')), 'status',
          step.value ->> 0, step.value ->> 1
        FROM number JOIN json_each(${JSON.stringify([
          [null, 'Order Placed'],
          ['Order Placed', 'Packing'],
          ['Packing', 'Shipped'],
          ['Shipped', 'Out for Delivery'],
          ['Out for Delivery', 'Delivered'],
        ])}) AS step WHERE step.key = 0 OR NOT ${isCancelled}`,
      sql`INSERT INTO payments (order_id, method, amount, provider_id, payment_id, hold_until, origin) ${rows}
        SELECT ${orderId}, iif(n % 10 = 3, 'stripe', 'razorpay'), 95800, 'past' || n, 'paid' || n, ${at}, 'http://localhost'
        FROM number WHERE ${isOnline}`,
      sql`INSERT INTO payment_events (id, type, about, received_at, handled_at) ${rows}
        SELECT 'past:' || n, 'payment', '{}', ${whole(now - day)}, ${whole(now - day)} FROM number WHERE ${isOnline}`,
      sql`INSERT INTO refunds (id, order_id, payment_id, amount, reason, status, provider_id, created_at, done_at) ${rows}
        SELECT ${id('0004')}, ${orderId}, NULL, 100, 'adjustment', 'done', 'back' || n, ${at}, ${at}
        FROM number WHERE n % 20 = 3`,
      sql`INSERT INTO reductions (id, order_id, at, kind, position, product_id, name, quantity, amount, restocked) ${rows}
        SELECT ${id('0005')}, ${orderId}, ${at}, 'returned', 0, ${serum}, 'Serum', 1, 100, 0 FROM number WHERE n % 20 = 3`,
      sql`INSERT INTO returns (id, order_id, number, status, method, created_at, ended_at) ${rows}
        SELECT ${id('000e')}, ${orderId}, 1, iif(n % 30 = 5, 'Declined', 'Checked'), 'pickup', ${at}, ${at}
        FROM number WHERE n % 10 = 5`,
      sql`INSERT INTO return_lines (return_id, position, quantity, reason) ${rows}
        SELECT ${id('000e')}, 0, 1, 'changed_mind' FROM number WHERE n % 10 = 5`,
      sql`INSERT INTO documents (id, kind, year, serial, number, order_id, at, keep_until, data) ${rows}
        SELECT ${id('0006')}, 'invoice', '25-26', n + 1, printf('OLD/25-26/%06d', n + 1), ${orderId}, ${at},
          ${whole(now + 3000 * day)}, '{}' FROM number WHERE NOT ${isCancelled}`,
      sql`INSERT INTO reviews (id, product_id, user_id, name, rating, comment, created_at, skin_type, verified, reply, hidden,
          hide_reason) ${rows}
        SELECT ${id('0007')}, iif(n % 10, ${serum}, ${cream}), ${userId}, 'Meera I.', 1 + n % 5, 'Number ' || n, ${at},
          iif(n < 40, ${skinTypes[0]}, NULL), n < 30, iif(n < 20, 'Thank you', NULL), n < 10, iif(n < 10, 'spam', NULL)
        FROM number`,
      sql`INSERT INTO outbox (id, cause, recipient, status, next_try_at, created_at, sent_at) ${rows}
        SELECT ${id('0008')}, 'order_placed:' || ${orderId}, ${email}, 'sent', ${at}, ${at}, ${whole(now - day)} FROM number`,
      // The records of welcome emails stay.
      sql`INSERT INTO outbox (id, cause, recipient, status, next_try_at, created_at, sent_at) ${rows}
        SELECT ${id('0009')}, 'welcome:' || n, '', 'sent', ${at}, ${at}, NULL FROM number WHERE n % 4 = 0`,
      sql`INSERT INTO subscribers (email, created_at, token, unsubscribed_at) ${rows}
        SELECT ${email}, ${at}, 'past' || n, iif(n % 8, NULL, ${at}) FROM number WHERE n % 2 = 0`,
      sql`INSERT INTO coupons (code, percent, email, valid_until, max_uses, created_at) ${rows}
        SELECT 'PAST' || n, 10, ${email}, ${at} + ${whole(30 * day)}, 1, ${at} FROM number WHERE n % 4 = 0`,
      // Older ones are deleted.
      sql`INSERT INTO tickets (id, email, subject, issue_type, message, status, created_at) ${rows}
        SELECT ${id('000a')}, ${email}, 'Where is it?', 'order', 'Please', 'closed', max(${at}, ${whole(now - 300 * day)})
        FROM number WHERE n % 10 = 0`,
      sql`INSERT INTO flags (id, kind, about, detail, created_at, resolved_at) ${rows}
        SELECT ${id('000b')}, 'refund_due', ${orderId}, '', ${at}, ${at} FROM number WHERE n % 20 = 3`,
      sql`INSERT INTO audit (id, at, actor_id, action, about) ${rows}
        SELECT ${id('000c')}, ${at}, 'past', 'review_shown', ${serum} FROM number WHERE n % 10 = 0`,
      sql`INSERT INTO stock_changes (id, product_id, at, change, reason) ${rows}
        SELECT ${id('000d')}, ${serum}, ${at}, 1, 'received' FROM number WHERE n % 4 = 0`,
    ];
    for (const statement of statements) await db.write.run(statement);
  });
}
