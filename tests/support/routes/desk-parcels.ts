/** Routes of the desk about parcels and papers; a part of the table of orders. */
import { password } from '../accounts.ts';
import { filler, notFound } from './bad-input.ts';
import { operator, operatorOfOrder, plain, type RouteTable, sent, the } from './route.ts';

export const parcels: RouteTable = {
  'GET /api/desk/shipping/couriers': { may: operator, calls: 1, requests: plain },
  'GET /api/desk/shipping/statuses': { may: operator, calls: 1, requests: plain },
  'GET /api/desk/shipping/parcel-files': { may: operator, calls: 1, requests: plain },
  'POST /api/desk/shipping/parcel-files': {
    may: operator,
    calls: 5,
    requests: sent({ orderIds: [the.order], format: 'Delhivery', password }),
    bad: [
      { what: 'no parcel', json: { orderIds: [], format: 'Delhivery', password } },
      { what: '501 parcels', json: { orderIds: Array(501).fill(the.order), format: 'Delhivery', password } },
      {
        what: 'a file of no courier',
        json: { orderIds: [the.order], format: 'toString', password },
        ...notFound,
      },
      { what: 'parcels without the password', json: { orderIds: [the.order], format: 'Delhivery' } },
    ],
  },
  'POST /api/desk/shipping/orders': {
    may: operatorOfOrder,
    requests: sent({}, { orderIds: [the.order] }),
    bad: [
      { what: 'no order', json: { orderIds: [] } },
      { what: 'a word for an order', json: { orderIds: ['x'] } },
      { what: '501 orders', json: { orderIds: Array(501).fill('0'.repeat(8)) } },
    ],
  },
  'POST /api/desk/shipping/numbers': {
    may: operatorOfOrder,
    requests: sent({ numbers: ['A1'] }),
    bad: [
      { what: 'no number', json: { numbers: [] } },
      { what: 'an empty number', json: { numbers: [' '] } },
      { what: 'a control character in a number', json: { numbers: ['a\u0007b'] } },
      { what: 'a number of 61 characters', json: { numbers: [filler(61)] } },
      { what: '501 numbers', json: { numbers: Array(501).fill('A1') } },
    ],
  },
  'POST /api/desk/orders/print/papers': {
    may: operatorOfOrder,
    requests: sent(
      { orderIds: [the.order], papers: ['slips'] },
      { orderIds: [the.order], papers: ['pickList', 'slips', 'invoices', 'labels'] },
    ),
  },
};
