/** Bad input to payments, to operators' actions, and to webhooks. */
import { address, itemsOf, serum } from '../orders.ts';
import {
  type BadInput,
  filler,
  json,
  kib,
  large,
  loneSurrogate,
  malformed,
  noBody,
  notFound,
  on,
  signedOut,
  tooLarge,
} from './cases.ts';

const order = { address, items: itemsOf({ [serum]: 1 }), amount: 599 };
const one = { orderId: '{foreign}' };
const widget = {
  razorpay_order_id: 'order_A1',
  razorpay_payment_id: 'pay_A1',
  razorpay_signature: 'a'.repeat(64),
};
const move = { ...one, status: 'Packing' };
const returned = { ...one, status: 'Returned', reason: 'It broke', restock: false };
const bulkMove = { orders: [{ ...one, seen: 1 }], status: 'Packing' };
const bulkShip = { orders: [{ ...one, seen: 1, trackingId: '100000001' }], courierPartner: 'Delhivery' };
const reported = {
  orders: [{ ...one, seen: 1, state: 'delivered', note: 'Delivered' }],
  collected: false,
  restock: false,
};
const notOperator = { as: 'shopper', status: 403, code: 'not_operator' } as const;

/** Both online methods take the same body as /place. */
const placing = (to: string): BadInput[] =>
  on(to, { as: 'shopper' }, [
    ...noBody(order),
    ...large(256 * kib),
    { what: 'no token', as: 'nobody', json: order, ...signedOut },
    { what: 'a dead token', as: 'dead', json: order, ...signedOut },
    { what: '300 KB', json: { ...order, more: filler(300 * kib) }, ...tooLarge },
    { what: 'nothing', json: {} },
    { what: 'no amount', json: { ...order, amount: undefined } },
    { what: 'a negative amount', json: { ...order, amount: -599 } },
    { what: 'a tenth of a paisa', json: { ...order, amount: 599.001 } },
    { what: 'half a piece', json: { ...order, items: itemsOf({ [serum]: 0.5 }) } },
    { what: 'one product twice', json: { ...order, items: [...order.items, ...order.items], amount: 1198 } },
    { what: 'a key with a space', json: order, headers: { 'Idempotency-Key': 'two words here' } },
    { what: 'a way to pay that is not open', json: order, status: 409, code: 'method_closed' },
  ]);

const part = { seen: 1, reason: 'It leaked', amount: 1 };
const unit = { position: 0, quantity: 1, returned: false, restock: false };

export const payments: BadInput[] = [
  ...placing('POST /api/order/stripe'),
  ...placing('POST /api/order/razorpay'),
  ...on('POST /api/order/pay', { as: 'shopper' }, [
    ...noBody(one),
    { what: 'nothing', json: {} },
    { what: 'SQL for an order', json: { orderId: "' OR 1=1 --" } },
    { what: 'a list of orders', json: { orderId: ['{foreign}'] } },
    { what: 'another person’s order', json: one, ...notFound },
    { what: 'an unknown order', json: { orderId: '{unknown}' }, ...notFound },
    { what: 'a dead token', as: 'dead', json: one, ...signedOut },
  ]),
  ...on('POST /api/order/verifyStripe', { as: 'shopper' }, [
    ...noBody({ ...one, success: true }),
    { what: 'no outcome', json: one },
    { what: 'another word for yes', json: { ...one, success: 'yes' } },
    { what: 'a number for yes', json: { ...one, success: 1 } },
    { what: 'another person’s order', json: { ...one, success: true }, ...notFound },
    { what: 'another person’s order, given up', json: { ...one, success: false }, ...notFound },
    { what: 'a forged token', as: 'forged', json: { ...one, success: true }, ...signedOut },
  ]),
  ...on('POST /api/order/verifyRazorpay', { as: 'shopper' }, [
    ...noBody(widget),
    { what: 'no signature', json: { ...widget, razorpay_signature: undefined } },
    { what: 'a short signature', json: { ...widget, razorpay_signature: 'abc' } },
    { what: 'a signature in other letters', json: { ...widget, razorpay_signature: 'z'.repeat(64) } },
    { what: 'a path for an order', json: { ...widget, razorpay_order_id: '../payments' } },
    { what: 'a list for a payment', json: { ...widget, razorpay_payment_id: ['pay_A1'] } },
    { what: 'an order that is not ours', json: widget, ...notFound },
    { what: 'a dead token', as: 'dead', json: widget, ...signedOut },
  ]),
  ...on('POST /api/order/move', { as: 'operator' }, [
    ...noBody(move),
    { what: 'a shopper', json: move, ...notOperator },
    { what: 'a dead token', as: 'dead', json: move, ...signedOut },
    { what: 'an unknown order', json: { ...move, orderId: '{unknown}' }, ...notFound },
    { what: 'no status', json: one },
    { what: 'constructor for a status', json: { ...one, status: 'constructor' } },
    { what: 'a status that only a provider gives', json: { ...one, status: 'Order Placed' } },
    {
      what: 'a move that does not exist',
      json: { ...one, status: 'Delivered' },
      status: 409,
      code: 'not_open',
    },
    { what: 'a return without a reason', json: { ...returned, reason: undefined } },
    { what: 'a return without a word about the stock', json: { ...returned, restock: undefined } },
    { what: 'another word for why it was not delivered', json: { ...returned, undelivered: 'toString' } },
    { what: 'a packed order that was not delivered', json: { ...move, undelivered: 'absent' } },
    { what: 'a line break in the reason', json: { ...returned, reason: 'a\nb' } },
    { what: 'a reason of 201 characters', json: { ...returned, reason: filler(201) } },
    { what: 'half a character in the reason', json: { ...returned, reason: loneSurrogate }, ...malformed },
    { what: 'a word for collected', json: { ...move, collected: 'yes' } },
    { what: 'cash without the password', json: { ...move, status: 'Delivered', collected: true } },
  ]),
  ...on('POST /api/order/undo', { as: 'operator' }, [
    ...noBody(one),
    { what: 'a shopper', json: one, ...notOperator },
    { what: 'a dead token', as: 'dead', json: one, ...signedOut },
    { what: 'an unknown order', json: { orderId: '{unknown}' }, ...notFound },
    { what: 'a word for what was seen', json: { ...one, seen: 'all' } },
    { what: 'an order that no operator has moved', json: one, status: 409, code: 'not_undoable' },
  ]),
  ...on('POST /api/desk/bulk/move', { as: 'operator' }, [
    ...noBody(bulkMove),
    { what: 'a shopper', json: bulkMove, ...notOperator },
    { what: 'no order', json: { ...bulkMove, orders: [] } },
    { what: '51 orders', json: { ...bulkMove, orders: Array(51).fill(bulkMove.orders[0]) } },
    { what: 'an order twice', json: { ...bulkMove, orders: [...bulkMove.orders, ...bulkMove.orders] } },
    { what: 'an order that is not named', json: { ...bulkMove, orders: [{ seen: 1 }] } },
    { what: 'a status that needs a tracking number', json: { ...bulkMove, status: 'Shipped' } },
    { what: 'a word for collected', json: { ...bulkMove, collected: 'yes' } },
    { what: 'cash without the password', json: { ...bulkMove, collected: true } },
  ]),
  ...on('POST /api/desk/bulk/ship', { as: 'operator' }, [
    ...noBody(bulkShip),
    { what: 'a shopper', json: bulkShip, ...notOperator },
    { what: 'no order', json: { ...bulkShip, orders: [] } },
    { what: 'an order twice', json: { ...bulkShip, orders: [...bulkShip.orders, ...bulkShip.orders] } },
    { what: 'no courier', json: { ...bulkShip, courierPartner: ' ' } },
    {
      what: 'no tracking number',
      json: { ...bulkShip, orders: [{ ...bulkShip.orders[0], trackingId: '' }] },
    },
  ]),
  ...on('POST /api/desk/bulk/reported', { as: 'operator' }, [
    ...noBody(reported),
    { what: 'a shopper', json: reported, ...notOperator },
    { what: 'no order', json: { ...reported, orders: [] } },
    { what: 'an unknown state', json: { ...reported, orders: [{ ...reported.orders[0], state: 'lost' }] } },
    { what: 'no note', json: { ...reported, orders: [{ ...reported.orders[0], note: '' }] } },
    { what: 'no word about cash', json: { ...reported, collected: undefined } },
    { what: 'cash without the password', json: { ...reported, collected: true } },
    { what: 'a word for restock', json: { ...reported, restock: 'yes' } },
  ]),
  ...on('POST /api/desk/bulk/undo', { as: 'operator' }, [
    ...noBody({ orders: bulkMove.orders }),
    { what: 'a shopper', json: { orders: bulkMove.orders }, ...notOperator },
    { what: 'no order', json: { orders: [] } },
    { what: 'no word about what was seen', json: { orders: [one] } },
  ]),
  ...on('POST /api/desk/orders/{foreign}/refund', { as: 'operator' }, [
    ...noBody(part),
    { what: 'a shopper', json: part, ...notOperator },
    { what: 'a dead token', json: part, ...signedOut, as: 'dead' },
    { what: 'nothing chosen', json: { ...part, amount: undefined } },
    { what: 'no lines', json: { ...part, amount: undefined, lines: [] } },
    { what: 'units and an amount', json: { ...part, lines: [unit] } },
    { what: 'delivery and an amount', json: { ...part, delivery: true } },
    { what: 'an amount of 0', json: { ...part, amount: 0 } },
    { what: 'an amount below 0', json: { ...part, amount: -1 } },
    { what: 'a part of a paisa', json: { ...part, amount: 0.001 } },
    { what: 'more than a number holds', json: { ...part, amount: 1e300 } },
    { what: 'a word for an amount', json: { ...part, amount: 'all' } },
    { what: 'no reason', json: { ...part, reason: undefined } },
    { what: 'a blank reason', json: { ...part, reason: ' ' } },
    { what: 'a line break in the reason', json: { ...part, reason: 'a\nb' } },
    { what: 'a reason of 201 characters', json: { ...part, reason: filler(201) } },
    { what: 'half a character in the reason', json: { ...part, reason: loneSurrogate }, ...malformed },
    { what: 'no word about what was seen', json: { ...part, seen: undefined } },
    ...[
      { what: 'no units', change: { quantity: 0 } },
      { what: 'half a unit', change: { quantity: 0.5 } },
      { what: 'a line before the first', change: { position: -1 } },
      { what: 'a word for a line', change: { position: 'first' } },
      { what: 'no word about whether it came back', change: { returned: undefined } },
      { what: 'units into stock that were kept', change: { returned: false, restock: true } },
    ].map(({ what, change }) => ({
      what,
      json: { ...part, amount: undefined, lines: [{ ...unit, ...change }] },
    })),
    { what: 'a line twice', json: { ...part, amount: undefined, lines: [unit, unit] } },
  ]),
  ...on('POST /api/desk/shipping/orders', { as: 'operator' }, [
    ...noBody({ orderIds: [] }),
    { what: 'a shopper', json: {}, ...notOperator, as: 'shopper' },
    { what: 'no order', json: { orderIds: [] } },
    { what: 'a word for an order', json: { orderIds: ['x'] } },
    { what: '501 orders', json: { orderIds: Array(501).fill('0'.repeat(8)) } },
  ]),
  ...on('POST /api/desk/shipping/numbers', { as: 'operator' }, [
    ...noBody({ numbers: ['A1'] }),
    { what: 'a shopper', json: { numbers: ['A1'] }, ...notOperator, as: 'shopper' },
    { what: 'no number', json: { numbers: [] } },
    { what: 'an empty number', json: { numbers: [' '] } },
    { what: 'a control character in a number', json: { numbers: ['a\u0007b'] } },
    { what: 'a number of 61 characters', json: { numbers: [filler(61)] } },
    { what: '501 numbers', json: { numbers: Array(501).fill('A1') } },
  ]),
  {
    what: 'an unknown order',
    to: 'POST /api/desk/orders/{unknown}/refund',
    as: 'operator',
    json: part,
    ...notFound,
  },
  {
    what: 'a word for an order',
    to: 'POST /api/desk/orders/x/refund',
    as: 'operator',
    json: part,
    ...notFound,
  },
  // Without a secret every webhook is refused; with one: webhooks.test.ts.
  ...['stripe', 'razorpay'].flatMap((name) =>
    on(`POST /api/webhooks/${name}`, { as: 'nobody' }, [
      { what: 'no secret', raw: '{}', headers: json, status: 503, code: 'not_configured' },
      ...large(256 * kib),
    ]),
  ),
];
