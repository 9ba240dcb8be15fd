/** Routes of the desk about orders: their moves, parcels, papers and refunds. rule: long - the table of these routes */
import { password } from '../accounts.ts';
import { serum } from '../orders.ts';
import { filler, loneSurrogate, malformed, notFound } from './bad-input.ts';
import { parcels } from './desk-parcels.ts';
import { idIn, operator, operatorOfOrder, plain, queries, type RouteTable, sent, the } from './route.ts';

const one = { orderId: the.order };
const foreign = { orderId: the.foreignOrder };
const tracking = { orderId: the.unknown, trackingId: 'AWB1', courierPartner: 'DTDC' };
const returned = { ...foreign, status: 'Returned', reason: 'It broke', restock: false };
const move = { orders: [{ ...foreign, seen: 1 }], status: 'Packing' };
const ship = { orders: [{ ...foreign, seen: 1, trackingId: '100000001' }], courierPartner: 'Delhivery' };
const reported = {
  orders: [{ ...foreign, seen: 1, state: 'delivered', note: 'Delivered' }],
  collected: false,
  restock: false,
};
const remitted = { ...foreign, seen: 1, amount: 59_900, day: '2026-11-27', utr: 'N1', accepted: false };
const transfer = { amount: 59_900, utr: 'N7', password };
const dueRefund = { refundId: the.unknown, seen: 'due' };
const part = { seen: 1, reason: 'It leaked', amount: 100 };
const unit = { position: 0, quantity: 1, returned: false, restock: false };

/** Authorisation sends the first request of each to one order, in this order. */
const moves: RouteTable = {
  'POST /api/desk/orders/:id/note': {
    may: operatorOfOrder,
    id: the.order,
    requests: [
      { json: { note: 'Call', seen: 1 }, status: 409 },
      { json: { note: 'Call', seen: 2 }, calls: 3 },
    ],
  },
  'POST /api/desk/orders/:id/confirm': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    requests: [{ json: { seen: 0 }, status: 409 }],
    bad: [
      { what: 'an unknown order', id: the.unknown, json: { seen: 1 }, ...notFound },
      { what: 'a word for what was seen', id: the.foreignOrder, json: { seen: 'all' } },
      { what: 'no word about what was seen', id: the.foreignOrder, json: {} },
    ],
  },
  'POST /api/desk/orders/:id/new-invoice': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    requests: [{ json: { business: null, seen: 0 }, status: 409 }],
    bad: [
      {
        what: 'an invoice of an unknown order',
        id: the.unknown,
        json: { business: null, seen: 1 },
        ...notFound,
      },
      { what: 'nothing to correct', json: { seen: 1 } },
      { what: 'a text for a business', json: { business: 'Sita Stores', seen: 1 } },
      { what: 'a text for an address', json: { address: '1 MG Road', seen: 1 } },
    ],
  },
  'POST /api/desk/orders/:id/email': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    requests: [{ json: { email: 'asha@example.in', seen: 0 }, status: 409 }],
    bad: [
      { what: 'an unknown order', id: the.unknown, json: { email: 'asha@example.in', seen: 1 }, ...notFound },
      { what: 'no address', json: { email: 'asha', seen: 1 } },
      { what: 'an empty address', json: { email: '', seen: 1 } },
    ],
  },
  'POST /api/desk/orders/:id/withdraw-links': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    requests: [{ json: { seen: 0 }, status: 409 }],
    bad: [{ what: 'an unknown order', id: the.unknown, json: { seen: 1 }, ...notFound }],
  },
  'POST /api/desk/orders/:id/tags': {
    may: operatorOfOrder,
    id: the.order,
    requests: [
      { json: { tags: ['gift'], seen: 2 }, status: 409 },
      { json: { tags: ['gift'], seen: 3 }, calls: 3 },
    ],
    bad: [
      { what: 'tags of an unknown order', id: the.unknown, json: { tags: [], seen: 1 }, ...notFound },
      { what: 'eleven tags', json: { tags: Array.from({ length: 11 }, (_, n) => `t${n}`), seen: 1 } },
      { what: 'a tag of 31 characters', json: { tags: [filler(31)], seen: 1 } },
      { what: 'a tag with a comma', json: { tags: ['a,b'], seen: 1 } },
      { what: 'a word for the tags', json: { tags: 'gift', seen: 1 } },
    ],
  },
  'POST /api/desk/orders/:id/eway-bill': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    requests: [{ json: { ewayBill: '181012345678', seen: 0 }, status: 409 }],
    bad: [
      { what: 'a bill of an unknown order', id: the.unknown, json: { ewayBill: null, seen: 1 }, ...notFound },
      { what: 'eleven digits', json: { ewayBill: '18101234567', seen: 1 } },
      { what: 'a number for a bill', json: { ewayBill: 181_012_345_678, seen: 1 } },
      { what: 'no bill', json: { seen: 1 } },
    ],
  },
  'POST /api/desk/orders/:id/transfer': {
    may: { ...operatorOfOrder, operator: 409 },
    id: the.order,
    calls: 4,
    requests: [{ json: { ...transfer, seen: 1 }, status: 409 }],
    bad: [
      {
        what: 'a transfer for an unknown order',
        id: the.unknown,
        json: { ...transfer, seen: 1 },
        ...notFound,
      },
      { what: 'a transfer without a password', json: { ...transfer, password: undefined, seen: 1 } },
      { what: 'a transfer of nothing', json: { ...transfer, amount: 0, seen: 1 } },
      { what: 'a transfer in words', json: { ...transfer, amount: '59900', seen: 1 } },
      { what: 'a UTR of 41 characters', json: { ...transfer, utr: filler(41), seen: 1 } },
      { what: 'a number for a UTR', json: { ...transfer, utr: 42, seen: 1 } },
    ],
  },
  'POST /api/order/undo': {
    may: { ...operatorOfOrder, operator: 409 },
    calls: 1,
    requests: [{ json: one, status: 409 }],
    bad: [
      { what: 'an unknown order', json: { orderId: the.unknown }, ...notFound },
      { what: 'a word for what was seen', json: { ...foreign, seen: 'all' } },
      { what: 'an order that no operator has moved', json: foreign, status: 409, code: 'not_undoable' },
    ],
  },
  'POST /api/order/move': {
    may: operatorOfOrder,
    calls: 2,
    requests: [
      { json: { ...one, status: 'Packing' }, status: 409, calls: 1 },
      { json: { ...one, status: 'Out for Delivery' } },
    ],
    bad: [
      { what: 'an unknown order', json: { orderId: the.unknown, status: 'Packing' }, ...notFound },
      { what: 'constructor for a status', json: { ...foreign, status: 'constructor' } },
      { what: 'a status that only a provider gives', json: { ...foreign, status: 'Order Placed' } },
      {
        what: 'a move that does not exist',
        json: { ...foreign, status: 'Delivered' },
        status: 409,
        code: 'not_open',
      },
      { what: 'a return without a reason', json: { ...returned, reason: undefined } },
      { what: 'a return without a word about the stock', json: { ...returned, restock: undefined } },
      { what: 'another word for why it was not delivered', json: { ...returned, undelivered: 'toString' } },
      {
        what: 'a packed order that was not delivered',
        json: { ...foreign, status: 'Packing', undelivered: 'absent' },
      },
      { what: 'a line break in the reason', json: { ...returned, reason: 'a\nb' } },
      { what: 'a reason of 201 characters', json: { ...returned, reason: filler(201) } },
      { what: 'half a character in the reason', json: { ...returned, reason: loneSurrogate }, ...malformed },
      { what: 'a word for collected', json: { ...foreign, status: 'Packing', collected: 'yes' } },
      { what: 'cash without the password', json: { ...foreign, status: 'Delivered', collected: true } },
    ],
  },
  'POST /api/order/update-tracking': {
    may: operatorOfOrder,
    // Reads what the invoice needs, and writes it with the move.
    calls: 2,
    requests: sent({ ...one, trackingId: 'A1', courierPartner: 'DTDC' }),
    bad: [
      { what: 'an unknown order', json: tracking, ...notFound },
      { what: 'a number for an order', json: { ...tracking, orderId: 1 } },
      { what: 'SQL for an order', json: { ...tracking, orderId: "' OR 1=1 --" } },
      { what: 'a blank tracking number', json: { ...tracking, ...foreign, trackingId: '  ' } },
      {
        what: 'a tracking number of 61 characters',
        json: { ...tracking, ...foreign, trackingId: filler(61) },
      },
      {
        what: 'half a character in the courier',
        json: { ...tracking, ...foreign, courierPartner: loneSurrogate },
        ...malformed,
      },
      { what: 'a line break in the courier', json: { ...tracking, ...foreign, courierPartner: 'A\u0007B' } },
    ],
  },
};

const bulk: RouteTable = {
  'GET /api/desk/bulk': { may: operator, requests: queries('', '?q=meera', '?status=Shipped') },
  'POST /api/desk/bulk/move': {
    may: operatorOfOrder,
    requests: [
      { json: { orders: [{ ...one, seen: 0 }], status: 'Packing' } },
      { json: { orders: [{ ...one, seen: 0 }], status: 'Delivered', collected: true, password }, calls: 4 },
    ],
    bad: [
      { what: 'no order', json: { ...move, orders: [] } },
      { what: '51 orders', json: { ...move, orders: Array(51).fill(move.orders[0]) } },
      { what: 'an order twice', json: { ...move, orders: [...move.orders, ...move.orders] } },
      { what: 'an order that is not named', json: { ...move, orders: [{ seen: 1 }] } },
      { what: 'a status that needs a tracking number', json: { ...move, status: 'Shipped' } },
      { what: 'a word for collected', json: { ...move, collected: 'yes' } },
      { what: 'cash without the password', json: { ...move, collected: true } },
    ],
  },
  'POST /api/desk/bulk/ship': {
    may: operatorOfOrder,
    requests: sent({ orders: [{ ...one, seen: 0, trackingId: '100000001' }], courierPartner: 'Delhivery' }),
    bad: [
      { what: 'no order', json: { ...ship, orders: [] } },
      { what: 'an order twice', json: { ...ship, orders: [...ship.orders, ...ship.orders] } },
      { what: 'no courier', json: { ...ship, courierPartner: ' ' } },
      { what: 'no tracking number', json: { ...ship, orders: [{ ...ship.orders[0], trackingId: '' }] } },
    ],
  },
  'POST /api/desk/bulk/reported': {
    may: operatorOfOrder,
    requests: [
      {
        json: {
          orders: [{ ...one, seen: 0, state: 'undelivered', note: 'Locked' }],
          collected: false,
          restock: false,
        },
      },
      {
        json: {
          orders: [{ ...one, seen: 0, state: 'delivered', note: 'The courier says: Delivered' }],
          collected: true,
          password,
          restock: false,
        },
        calls: 4,
      },
    ],
    bad: [
      { what: 'no order', json: { ...reported, orders: [] } },
      { what: 'an unknown state', json: { ...reported, orders: [{ ...reported.orders[0], state: 'lost' }] } },
      { what: 'no note', json: { ...reported, orders: [{ ...reported.orders[0], note: '' }] } },
      { what: 'no word about cash', json: { ...reported, collected: undefined } },
      { what: 'cash without the password', json: { ...reported, collected: true } },
      { what: 'a word for restock', json: { ...reported, restock: 'yes' } },
    ],
  },
  'POST /api/desk/bulk/collected': {
    may: operatorOfOrder,
    requests: [{ json: { orders: [{ ...one, seen: 0 }], password }, calls: 4 }],
    bad: [
      { what: 'no order', json: { orders: [], password } },
      { what: 'an order twice', json: { orders: [...move.orders, ...move.orders], password } },
      { what: 'no password', json: { orders: move.orders } },
    ],
  },
  'POST /api/desk/bulk/remitted': {
    may: operatorOfOrder,
    requests: [{ json: { orders: [{ ...remitted, ...one, seen: 0 }], password }, calls: 4 }],
    bad: [
      { what: 'no order', json: { orders: [], password } },
      { what: '51 orders', json: { orders: Array(51).fill(remitted), password } },
      { what: 'an order twice', json: { orders: [remitted, remitted], password } },
      { what: 'no password', json: { orders: [remitted] } },
      ...[
        { what: 'an amount of 0', change: { amount: 0 } },
        { what: 'an amount below 0', change: { amount: -59_900 } },
        { what: 'a part of a paisa', change: { amount: 0.1 } },
        { what: 'more than a number holds', change: { amount: 1e300 } },
        { what: 'a text for an amount', change: { amount: '1,299.00' } },
        { what: 'a day that does not exist', change: { day: '2026-02-30' } },
        { what: 'a UTR of 100 characters', change: { utr: filler(100) } },
        { what: 'no UTR', change: { utr: undefined } },
        { what: 'a word for accepted', change: { accepted: 'yes' } },
        { what: 'a charge below 0', change: { charges: { codFee: -1 } } },
        { what: 'charges above the amount', change: { charges: { freight: 60_000 } } },
      ].map(({ what, change }) => ({ what, json: { orders: [{ ...remitted, ...change }], password } })),
    ],
  },
  'POST /api/desk/bulk/undo': {
    may: operatorOfOrder,
    requests: sent({ orders: [{ ...one, seen: 0 }] }),
    bad: [
      { what: 'no order', json: { orders: [] } },
      { what: 'no word about what was seen', json: { orders: [foreign] } },
    ],
  },
};

const replaced = { seen: 1, reason: 'damaged', lines: [{ id: serum, quantity: 1 }] };

const refunds: RouteTable = {
  'POST /api/desk/orders/:id/replace': {
    may: operator,
    id: the.order,
    requests: [{ json: replaced, status: 409 }],
    bad: [
      { what: 'an unknown order', id: the.unknown, json: replaced, ...notFound },
      ...[
        { what: 'a reason that is not the shop’s fault', change: { reason: 'changed_mind' } },
        { what: 'an unknown reason', change: { reason: 'all' } },
        { what: 'no products', change: { lines: [] } },
        { what: 'a product twice', change: { lines: [...replaced.lines, ...replaced.lines] } },
        { what: 'no pieces', change: { lines: [{ id: serum, quantity: 0 }] } },
        { what: 'a note of 201 characters', change: { note: filler(201) } },
      ].map(({ what, change }) => ({ what, id: the.foreignOrder, json: { ...replaced, ...change } })),
    ],
  },
  'POST /api/desk/orders/:id/refund': {
    may: operator,
    id: the.order,
    requests: [{ json: { seen: 1, reason: 'Too late', amount: 100 }, status: 409 }],
    bad: [
      { what: 'an unknown order', id: the.unknown, json: part, ...notFound },
      { what: 'a word for an order', id: 'x', json: part, ...notFound },
      ...[
        { what: 'nothing chosen', change: { amount: undefined } },
        { what: 'no lines', change: { amount: undefined, lines: [] } },
        { what: 'units and an amount', change: { lines: [unit] } },
        { what: 'delivery and an amount', change: { delivery: true } },
        { what: 'an amount of 0', change: { amount: 0 } },
        { what: 'an amount below 0', change: { amount: -1 } },
        { what: 'a part of a paisa', change: { amount: 0.1 } },
        { what: 'more than a number holds', change: { amount: 1e300 } },
        { what: 'a word for an amount', change: { amount: 'all' } },
        { what: 'a blank reason', change: { reason: ' ' } },
        { what: 'a line break in the reason', change: { reason: 'a\nb' } },
        { what: 'a reason of 201 characters', change: { reason: filler(201) } },
        { what: 'a line twice', change: { amount: undefined, lines: [unit, unit] } },
      ].map(({ what, change }) => ({ what, id: the.foreignOrder, json: { ...part, ...change } })),
      {
        what: 'half a character in the reason',
        id: the.foreignOrder,
        json: { ...part, reason: loneSurrogate },
        ...malformed,
      },
      ...[
        { what: 'no units', change: { quantity: 0 } },
        { what: 'half a unit', change: { quantity: 0.5 } },
        { what: 'a line before the first', change: { position: -1 } },
        { what: 'a word for a line', change: { position: 'first' } },
        { what: 'no word about whether it came back', change: { returned: undefined } },
        { what: 'units into stock that were kept', change: { returned: false, restock: true } },
      ].map(({ what, change }) => ({
        what,
        id: the.foreignOrder,
        json: { ...part, amount: undefined, lines: [{ ...unit, ...change }] },
      })),
    ],
  },
  'POST /api/desk/refunds/confirm': {
    may: operator,
    calls: 8,
    requests: sent({ refundId: idIn('refunds'), seen: 'due', password }),
    bad: [
      { what: 'a word for a refund', json: { refundId: 'x', seen: 'due', password } },
      { what: 'an unknown state', json: { ...dueRefund, seen: 'lost', password } },
    ],
  },
  'POST /api/desk/refunds/confirm-many': {
    may: operator,
    // The request above has sent the refund: this one reads that, and gives back the try of the password. Two calls more send it.
    calls: 5,
    requests: sent({ refunds: [{ refundId: idIn('refunds'), seen: 'due' }], password }),
    bad: [
      { what: 'no refund', json: { refunds: [], password } },
      { what: 'a refund twice', json: { refunds: [dueRefund, dueRefund], password } },
      { what: '51 refunds', json: { refunds: Array(51).fill(dueRefund), password } },
      {
        what: 'a refund that is with the provider',
        json: { refunds: [{ ...dueRefund, seen: 'sent' }], password },
      },
      { what: 'refunds without the password', json: { refunds: [dueRefund] } },
    ],
  },
  'POST /api/desk/refunds/payout': {
    may: operator,
    calls: 2,
    requests: sent({ refundId: idIn('refunds') }),
    bad: [{ what: 'a word for a refund', json: { refundId: 'x' } }],
  },
};

const step = { returnId: the.unknown, seen: 'Requested' };
const paidPostage = { returnId: the.unknown, seen: 'Checked', amount: 8_000 };
const checked = {
  returnId: the.unknown,
  seen: 'Approved',
  lines: [{ position: 0, accepted: 1, restock: false }],
};

const returns: RouteTable = {
  'POST /api/desk/returns/move': {
    may: operator,
    calls: 2,
    requests: [{ json: { ...step, to: 'Approved' }, status: 404 }],
    bad: [
      { what: 'an unknown return', json: { ...step, to: 'Approved' }, ...notFound },
      { what: 'a step of money', json: { ...step, to: 'Checked' } },
      { what: 'declining without a reason', json: { ...step, to: 'Declined' } },
      { what: 'an answer of 1,001 characters', json: { ...step, to: 'Approved', answer: filler(1001) } },
    ],
  },
  'POST /api/desk/returns/quote': {
    may: operator,
    reads: true,
    requests: [{ json: checked, status: 404 }],
    bad: [
      { what: 'an unknown return', json: checked, ...notFound },
      { what: 'nothing checked', json: { ...checked, lines: [] } },
      { what: 'half a piece', json: { ...checked, lines: [{ position: 0, accepted: 0.5, restock: false }] } },
    ],
  },
  'POST /api/desk/returns/check': {
    may: operator,
    calls: 2,
    requests: [{ json: checked, status: 404 }],
    bad: [
      { what: 'an unknown return', json: checked, ...notFound },
      { what: 'nothing checked', json: { ...checked, lines: [] } },
      { what: 'a line twice', json: { ...checked, lines: [...checked.lines, ...checked.lines] } },
      { what: 'half a piece', json: { ...checked, lines: [{ position: 0, accepted: 0.5, restock: false }] } },
      { what: 'no word about stock', json: { ...checked, lines: [{ position: 0, accepted: 1 }] } },
    ],
  },
};

const postage: RouteTable = {
  'POST /api/desk/returns/postage': {
    may: operator,
    calls: 2,
    requests: [{ json: paidPostage, status: 404 }],
    bad: [
      { what: 'an unknown return', json: paidPostage, ...notFound },
      { what: 'an amount of 0', json: { ...paidPostage, amount: 0 } },
      { what: 'a part of a paisa', json: { ...paidPostage, amount: 0.1 } },
      { what: 'a word for an amount', json: { ...paidPostage, amount: 'all' } },
      { what: 'an unknown state', json: { ...paidPostage, seen: 'Lost' } },
    ],
  },
};

export const deskOrders: RouteTable = {
  ...moves,
  'GET /api/desk/orders/:id': { may: operatorOfOrder, id: the.order, requests: plain },
  'GET /api/desk/cash': { may: operator, requests: plain },
  'POST /api/desk/cash/credited': {
    may: operator,
    requests: [{ json: { utr: 'N100', credited: 59_900, password }, calls: 4 }],
    bad: [
      { what: 'no transfer', json: { credited: 59_900, password } },
      { what: 'an amount of 0', json: { utr: 'N1', credited: 0, password } },
      { what: 'a text for an amount', json: { utr: 'N1', credited: '59900', password } },
      { what: 'no password', json: { utr: 'N1', credited: 59_900 } },
    ],
  },
  ...bulk,
  ...parcels,
  ...refunds,
  ...returns,
  ...postage,
};
