/** Routes of orders that operators enter for their buyers. */
import { address, serum } from '../orders.ts';
import { filler } from './bad-input.ts';
import { operator, type RouteTable, sent } from './route.ts';

const discount = { percent: 10, reason: 'A regular buyer' };
const items = [{ id: serum, quantity: 1 }];
const phoned = { items, address, amount: 59_900, confirmed: true, key: 'phone-order-1' };
const unknown = { items: [{ id: 'nothing-like-it', quantity: 1 }] };

export const phoneOrders: RouteTable = {
  'POST /api/desk/phone-orders/quote': {
    may: operator,
    reads: true,
    bodyLimit: 256,
    requests: sent({ items, percent: 10, pincode: '560001' }),
    bad: [
      { what: 'no product for a call', json: { items: [] } },
      { what: 'a discount of 30 per cent', json: { items, percent: 30 } },
      { what: 'half a per cent', json: { items, percent: 0.5 } },
      { what: 'a product that nobody sells', json: unknown, status: 409, code: 'not_sold' },
      { what: 'a state that is not the pincode’s', json: { items, pincode: '560001', state: 'Kerala' } },
    ],
  },
  'POST /api/desk/phone-orders': {
    may: operator,
    calls: 5,
    bodyLimit: 256,
    requests: sent(phoned, { ...phoned, key: 'phone-order-2', amount: 54_000, discount }),
    bad: [
      { what: 'an order by phone without a key', json: { ...phoned, key: undefined } },
      { what: 'a key of 7 characters', json: { ...phoned, key: filler(7) } },
      { what: 'a discount without a reason', json: { ...phoned, discount: { percent: 10, reason: ' ' } } },
      { what: 'nobody who has confirmed', json: { ...phoned, confirmed: 'yes' } },
      {
        what: 'a price of the operator',
        json: { ...phoned, amount: 100 },
        status: 409,
        code: 'amount_changed',
      },
      {
        what: 'a discount that the amount does not have',
        json: { ...phoned, discount },
        status: 409,
        code: 'amount_changed',
      },
      {
        what: 'a product by phone that nobody sells',
        json: { ...phoned, ...unknown },
        status: 409,
        code: 'not_sold',
      },
      {
        what: 'more pieces than there are',
        json: { ...phoned, items: [{ id: serum, quantity: 100 }] },
        status: 409,
        code: 'out_of_stock',
      },
      { what: 'half an email', json: { ...phoned, address: { ...address, email: 'asha@' } } },
    ],
  },
};
