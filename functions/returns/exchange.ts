/**
 * Exchanges (docs/behaviour.md, "Exchanges"): what is wanted has to be sold, in stock and not dearer. It becomes an order of
 * its own, which the returned pieces have paid.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orderLines, orders, products } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import type { Reduction } from '#domain/orders/reductions.ts';
import { type ExchangedLine, exchangedLine, exchangeProblem } from '#domain/returns/exchange.ts';
import type { CheckedLine, ReturnReason } from '#domain/returns/return.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { productPicture } from '#lib/paths.ts';
import { promiseFor } from '../lib/delivery.ts';
import { type Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { rateOf, tax } from '../lib/tax.ts';
import { moveStock } from '../orders/move-stock.ts';
import { choiceFor, type selectReturnableLines } from '../orders/returns.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';

/** Why a piece is not exchanged. */
export const exchangeRefusals = {
  noExchange: refusal(
    409,
    'no_exchange',
    (problem: NonNullable<ReturnType<typeof exchangeProblem>>, name: string) => ({
      message: {
        not_sold: `${name} cannot be exchanged for that. Please choose the money back.`,
        sold_out: `There is not enough left of what ${name} is to be exchanged for. Please choose the money back.`,
        costs_more: `What ${name} is to be exchanged for costs more. Please choose the money back, and order it.`,
      }[problem],
    }),
  ),
};

type Line = Awaited<ReturnType<typeof selectReturnableLines>>[number];

/** What is wanted for units of a line. */
type Wanted = {
  position: number;
  quantity: number;
  reason: ReturnReason;
  exchangeFor?: string | null | undefined;
};

/** @returns the first unit that cannot be exchanged as asked for; undefined for none. @param now UTC ms */
export function refuseExchange(
  wanted: readonly Wanted[],
  lines: readonly Line[],
  now: number,
): Refusal | undefined {
  const chosen = wanted.flatMap(({ exchangeFor }) => exchangeFor ?? []);
  if (new Set(chosen).size < chosen.length)
    return wrongFields({ lines: 'Two products cannot be exchanged for the same one.' });
  for (const unit of wanted) {
    const { position, quantity, exchangeFor } = unit;
    const line = exchangeFor ? lines.find((one) => one.position === position) : undefined;
    if (!line) continue;
    const problem = exchangeProblem(choiceFor(line, unit, now), quantity);
    if (problem) return exchangeRefusals.noExchange(problem, line.name);
  }
  return undefined;
}

/**
 * What is exchanged at the check of a return. @param accepted lines; one with `exchange` is exchanged as its unit asks for
 * @returns a refusal, or what a reduction of the order pays for: undefined for one that is sent back as money
 */
export function planExchange(
  accepted: readonly CheckedLine[],
  units: readonly Wanted[],
  lines: readonly Line[],
  now: number,
):
  | Refusal
  | {
      lineOf: (reduction: Reduction) => ExchangedLine | undefined;
      productAt: (position: number) => string | undefined;
    } {
  const wanted = accepted.flatMap(({ position, accepted: quantity, exchange }) => {
    const unit = exchange ? units.find((one) => one.position === position) : undefined;
    return unit ? [{ ...unit, quantity }] : [];
  });
  if (wanted.some(({ exchangeFor }) => !exchangeFor))
    return wrongFields({ lines: 'The shopper has not asked to exchange this.' });
  const refused = refuseExchange(wanted, lines, now);
  if (refused) return refused;
  return {
    lineOf({ position, quantity, amount: value }) {
      const one = quantity ? wanted.find((unit) => unit.position === position) : undefined;
      const line = one && lines.find((of) => of.position === position);
      const choice = line && choiceFor(line, one, now);
      if (!choice) return undefined;
      return exchangedLine({ price: line.price, quantity, value }, choice.difference);
    },
    productAt: (position) => wanted.find((unit) => unit.position === position)?.exchangeFor ?? undefined,
  };
}

type NewLine = ExchangedLine & { productId: string };

/**
 * @property of the order whose pieces have paid @property actor a query for the operator's account
 * @property about what the history says @property now UTC ms
 */
type ExchangeOrder = {
  id: string;
  reference: string;
  of: Pick<OrderRow, 'id' | 'address'>;
  lines: readonly NewLine[];
  actor: SQL;
  about: string;
  now: number;
};

/**
 * Statements: the order with what was exchanged, for the same address and business. It is paid. Its pieces are taken from the
 * stock: CHECK (stock >= 0), and a name of what is no longer sold, abort the batch.
 */
export function placeExchange(
  db: Db,
  { id, reference, of, lines, actor, about, now }: ExchangeOrder,
  done: SQL,
) {
  const sum = (field: (line: ExchangedLine) => number) => lines.reduce((all, line) => all + field(line), 0);
  const subtotal = sum(({ price, quantity }) => price * quantity);
  const discount = sum((line) => line.discount);
  const promise = promiseFor(of.address.zipcode, of.address.state, now);
  const [from, to] = promise.served ? [promise.from, promise.to] : [null, null];
  const rows = JSON.stringify(lines.map((line) => ({ ...line, image: productPicture(line.productId) })));
  const pieces = sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${rows})`;
  const event = (kind: 'status' | 'payment', toStatus: 'Order Placed' | null, reason: string) =>
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, to_status, reason)
      SELECT ${crypto.randomUUID()}, ${id}, ${now}, 'operator', ${actor}, ${kind}, ${toStatus}, ${reason} WHERE ${done}`);
  return [
    db.write.run(sql`
      INSERT INTO ${orders} (id, reference, user_id, status, paid, payment_method, subtotal, discount, delivery, total,
                             address, request_hash, promised_from, promised_to, gstin, business_name, sez, registered_address,
                             created_at)
      SELECT ${id}, ${reference}, o.user_id, 'Order Placed', 1, 'exchange', ${subtotal}, ${discount}, 0,
             ${subtotal - discount}, o.address, '', ${from}, ${to}, o.gstin, o.business_name, o.sez, o.registered_address,
             ${now}
      FROM ${orders} AS o WHERE o.id = ${of.id} AND ${done}`),
    db.write.run(sql`
      INSERT INTO ${orderLines} (order_id, position, product_id, name, image, price, quantity, discount, hsn, rate, unit_code)
      SELECT ${id}, line.key, line.value ->> 'productId', sold.name, line.value ->> 'image', line.value ->> 'price',
             line.value ->> 'quantity', line.value ->> 'discount', sold.hsn, ${rateOf(ratesAt(tax, now), sql`sold.hsn`)},
             sold.unit_code
      FROM json_each(${rows}) AS line LEFT JOIN ${products} AS sold
        ON sold.id = line.value ->> 'productId' AND sold.retired = 0 AND sold.paused IS NULL
      WHERE ${done}`),
    ...moveStock(db, 'take', pieces, now, done),
    event('status', 'Order Placed', about),
    event('payment', null, about),
    enqueueOrderEmail(db, { kind: 'order_placed', orderId: id }, `order_placed:${id}`, now, done),
    enqueueNewOrderEmail(db, id, now, done),
  ];
}
