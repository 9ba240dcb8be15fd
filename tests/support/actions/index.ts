/**
 * The table of actions: what changes an order, or what belongs to one, by its shopper or an operator. Every test that is about
 * all of them reads it (tests/api/actions.test.ts), so a new action needs one entry here and nothing else.
 */
import { password } from '../accounts.ts';
import { cashTransfer } from '../desk.ts';
import { addressOf, business, serum } from '../orders.ts';
import { back } from '../refund-parts.ts';
import { accepting, returning, upi } from '../returns.ts';
import {
  type Action,
  approvedExchange,
  approvedReturn,
  cancelledByOperator,
  deliveredOrder,
  dueByHand,
  dueRefund,
  orderAt,
  orderWith,
  packedByOperator,
  paid,
  paidAndDelivered,
  placedOrder,
  requestedReturn,
  returnOnItsWay,
  shippedOrder,
  success,
  unconfirmed,
  unpaidOrder,
} from './action.ts';

const address = {
  ...addressOf({ email: 'asha@example.in' }),
  email: undefined,
  address: '7 FC Road',
  city: 'Pune',
  state: 'Maharashtra',
  zipcode: '411004',
};
const cash = { collected: true, password };
const part = { lines: [{ _id: serum, keep: 0 }] };
const lost = { reason: 'Lost' };

const recorded = 'This is recorded already. Nothing was done.';

const moving = { route: 'order/move' };
const tracked = { route: 'order/update-tracking', json: { trackingId: '100000009', courierPartner: 'DTDC' } };
const cancelling = { route: 'order/cancel' };
const correcting = { route: 'order/correct', on: placedOrder };
const byShopper = { by: 'shopper' } as const;
const atDesk = (path: string) => ({ route: `desk/orders/:id/${path}` });
const inBulk = (path: string) => ({ route: `desk/bulk/${path}` });
const requested = {
  route: 'desk/returns/move',
  on: requestedReturn,
  states: ['Requested', 'Approved'],
} as const;
const approved = {
  route: 'desk/returns/check',
  on: approvedReturn,
  states: ['Approved', 'In Transit'],
} as const;
const due = { route: 'desk/refunds/confirm', on: dueRefund, states: ['due', 'failed'] } as const;
const outForDelivery = orderAt('Out for Delivery');
const delivered = { status: 'Delivered' };
const returned = { status: 'Returned', reason: 'Broken', restock: true };
const undelivered = { ...returned, reason: 'It came back', undelivered: 'refused' };

/** By what is done. */
export const actions: Record<string, Action> = {
  'packing an order': { ...moving, on: placedOrder, json: { status: 'Packing' } },
  'sending out a parcel': { ...moving, on: orderAt('Shipped'), json: { status: 'Out for Delivery' } },
  'delivering a parcel': { ...moving, on: outForDelivery, json: delivered },
  'delivering a parcel for cash': { ...moving, on: outForDelivery, json: { ...delivered, ...cash } },
  'recording the cash of a parcel': { ...moving, on: orderAt('Delivered'), json: { ...delivered, ...cash } },
  'taking back a parcel': { ...moving, on: deliveredOrder, json: returned },
  'taking back a parcel that was not delivered': { ...moving, on: shippedOrder, json: undelivered },
  'moving an order to the status that it has': {
    ...moving,
    on: orderAt('Packing'),
    json: { status: 'Packing' },
    second: success,
  },
  'shipping an order': { ...tracked, on: packedByOperator },
  'correcting a tracking number': { ...tracked, on: shippedOrder },
  'undoing a move': { route: 'order/undo', on: cancelledByOperator, again: 'not_undoable' },
  'cancelling an order at the desk': { ...cancelling, on: placedOrder, json: lost },
  'cancelling a paid order at the desk': { ...cancelling, on: paid, json: lost },
  'cancelling a part at the desk': { ...cancelling, on: paid, json: part },
  'correcting the address at the desk': { ...correcting, json: { address } },
  'correcting the business at the desk': { ...correcting, json: { business } },

  'cancelling an order': { ...cancelling, ...byShopper, on: placedOrder },
  'cancelling a paid order': { ...cancelling, ...byShopper, on: paid },
  'cancelling a part': { ...cancelling, ...byShopper, on: placedOrder, json: part },
  'cancelling a part of a paid order': { ...cancelling, ...byShopper, on: paid, json: part },
  'correcting the address': { ...correcting, ...byShopper, json: { address } },
  'confirming an order': { ...byShopper, route: 'order/confirm', on: unconfirmed, again: success },
  'withdrawing links': { ...byShopper, route: 'order/withdraw-links', on: placedOrder, again: 'anew' },
  'saying where the money goes': {
    ...byShopper,
    route: 'order/returns/payout',
    on: dueByHand,
    json: { payout: upi },
    again: 'not_needed',
  },
  'asking for a return': {
    ...byShopper,
    route: 'order/returns/request',
    on: paidAndDelivered,
    json: { lines: [returning(serum, 2)], method: 'post' },
    again: 'too_many',
  },
  'cancelling a return': { ...requested, ...byShopper, route: 'order/returns/cancel' },

  'writing a note': { ...atDesk('note'), on: placedOrder, json: { note: 'Called back' } },
  'confirming an order by phone': { ...atDesk('confirm'), on: unconfirmed },
  'setting tags': { ...atDesk('tags'), on: placedOrder, json: { tags: ['gift'] } },
  'replacing an invoice': { ...atDesk('new-invoice'), on: shippedOrder, json: { business } },
  'setting the e-way bill': { ...atDesk('eway-bill'), on: placedOrder, json: { ewayBill: '181012345678' } },
  'adding an email address': {
    ...atDesk('email'),
    on: orderWith({ address: { ...address, email: '', country: 'India' } }),
    json: { email: 'asha@example.in' },
  },
  'withdrawing links at the desk': { ...atDesk('withdraw-links'), on: placedOrder },
  'recording a bank transfer': {
    ...atDesk('transfer'),
    on: unpaidOrder,
    json: ({ orderId: utr }) => ({ amount: 59_900, utr, password }),
    again: 'recorded',
    second: 'recorded',
  },
  'refunding a part': {
    ...atDesk('refund'),
    on: paidAndDelivered,
    json: { lines: [back(0, 1, true)], reason: 'It leaked' },
  },
  'replacing a product': {
    ...atDesk('replace'),
    on: paidAndDelivered,
    json: { reason: 'damaged', lines: [{ id: serum, quantity: 1 }] },
  },

  'packing several orders': { ...inBulk('move'), on: placedOrder, json: { status: 'Packing' } },
  'delivering several parcels for cash': {
    ...inBulk('move'),
    on: outForDelivery,
    json: { ...delivered, ...cash },
  },
  'shipping several orders': {
    ...inBulk('ship'),
    on: placedOrder,
    each: { trackingId: '100000009' },
    json: { courierPartner: 'Delhivery' },
  },
  'recording what a courier says': {
    ...inBulk('reported'),
    on: shippedOrder,
    each: { state: 'delivered', note: 'The courier says: Delivered' },
    json: { ...cash, restock: false },
  },
  'recording the cash of several parcels': { ...inBulk('collected'), on: deliveredOrder, json: { password } },
  'recording what a courier has transferred': {
    ...inBulk('remitted'),
    on: deliveredOrder,
    each: { amount: 129_700, day: null, utr: 'N1', accepted: false },
    json: { password },
    again: recorded,
    second: recorded,
  },
  'undoing several moves': { ...inBulk('undo'), on: cancelledByOperator },

  'approving a return': { ...requested, json: { to: 'Approved' } },
  'declining a return': { ...requested, json: { to: 'Declined', answer: 'It was used up.' } },
  'marking a return as on its way': { ...approved, route: 'desk/returns/move', json: { to: 'In Transit' } },
  'checking a return': { ...approved, json: { lines: [accepting(0, 1)] } },
  'exchanging what a return brings': {
    ...approved,
    on: approvedExchange,
    json: { lines: [accepting(0, 1, { exchange: true })] },
  },
  'refunding the postage of a return': {
    route: 'desk/returns/postage',
    on: returnOnItsWay,
    states: ['In Transit', 'Approved'],
    json: { amount: 8_000 },
    again: 'postage_refunded',
    second: 'postage_refunded',
  },
  'confirming a refund': { ...due, json: { password } },
  'confirming a refund by hand': { ...due, on: dueByHand, json: { password, ...cashTransfer } },
  'confirming several refunds': { ...due, route: 'desk/refunds/confirm-many', json: { password } },
};
