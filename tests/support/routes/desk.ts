/** Routes of the desk about anything but orders. */
import { exportNames } from '#domain/exports/exports.ts';
import { keysOf } from '#lib/keys.ts';
import { password } from '../accounts.ts';
import { listRoutes } from '../lists.ts';
import { serum } from '../orders.ts';
import { filler, loneSurrogate, malformed, notFound } from './bad-input.ts';
import { cursor, idIn, operator, pages, plain, queries, type RouteTable, sent, the } from './route.ts';

const year = { from: '2026-01-01', to: '2026-12-31', password };

/** A product that no request orders. */
const shelf = { productId: 'aloe-gel-cream', pieces: 50, seen: 50 };
const list = { key: 'received-by-routes', reason: 'received', lines: [shelf] };
/** Products that do not exist. */
const manyLines = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...shelf, productId: `no-product-${n}` }));

/** A product that no request orders. */
const mask = 'turmeric-clay-mask';
const newPrice = { version: 0, items: [{ id: mask, price: 50_000 }] };

const products: RouteTable = {
  'POST /api/desk/products/:productId': {
    may: operator,
    calls: 3,
    id: mask,
    requests: [{ json: newPrice }, { json: newPrice, status: 409 }],
    bad: [
      { what: 'a fraction of a paisa', json: { version: 0, items: [{ id: mask, price: 1.5 }] } },
      { what: 'nothing for a price', json: { version: 0, items: [{ id: mask, price: 0 }] } },
      { what: 'one size twice', json: { version: 0, items: [{ id: mask }, { id: mask }] } },
      { what: 'a status that there is not', json: { version: 0, status: 'sold' } },
    ],
  },
  'POST /api/desk/product-changes/:id/retry': {
    may: operator,
    id: idIn('catalogue_changes'),
    requests: plain,
  },
  'POST /api/desk/product-changes/:id/undo': {
    may: operator,
    calls: 3,
    id: idIn('catalogue_changes'),
    requests: plain,
  },
};

/** A time that no other request meets. */
const saleDay = {
  startsAt: 3_000_000_000_000,
  endsAt: 3_000_003_600_000,
  limits: { cashPerHour: 60 },
  expected: { visits: 100_000, ordering: 10, cash: 60, pieces: 12_000 },
  password,
};

const saleDays: RouteTable = {
  'GET /api/desk/sale-day': { may: operator, calls: 3, requests: plain },
  'POST /api/desk/sale-day': {
    may: operator,
    calls: 4,
    requests: [{ json: saleDay }, { json: saleDay, status: 409 }],
    bad: [
      { what: 'a limit above its bound', json: { ...saleDay, limits: { cashPerHour: 91 } } },
      { what: 'a limit that there is not', json: { ...saleDay, limits: { refunds: 5 } } },
      { what: 'no limit', json: { ...saleDay, limits: {} } },
      { what: 'an end before the begin', json: { ...saleDay, endsAt: saleDay.startsAt } },
      { what: 'more than a week', json: { ...saleDay, endsAt: saleDay.startsAt + 8 * 86_400_000 } },
      { what: 'no visits', json: { ...saleDay, expected: { ...saleDay.expected, visits: 0 } } },
    ],
  },
  'POST /api/desk/sale-day/:id/end': { may: operator, id: idIn('sale_days'), requests: sent({}) },
};

const stock: RouteTable = {
  'POST /api/desk/stock/:productId': {
    may: operator,
    id: serum,
    // No request orders it.
    requests: [
      { id: 'aloe-gel-cream', json: { key: the.unknown, reason: 'counted', pieces: 50, seen: 100 } },
    ],
  },
  'POST /api/desk/stock/:productId/pause': {
    may: operator,
    id: serum,
    requests: sent({ reason: 'A new label is being printed.' }),
  },
  'POST /api/desk/stock/:productId/resume': {
    may: operator,
    id: serum,
    requests: sent({ seen: 'A new label is being printed.' }),
  },
  'POST /api/desk/stock-lists': {
    may: operator,
    bodyLimit: 256,
    requests: sent(list, {
      ...list,
      key: 'counted-by-routes',
      reason: 'counted',
      lines: [{ productId: 'matte-shield-spf-50', pieces: 90, seen: 100 }],
    }),
    bad: [
      { what: 'an empty list', json: { ...list, lines: [] } },
      { what: 'a product twice', json: { ...list, lines: [shelf, shelf] } },
      { what: 'no piece that came', json: { ...list, lines: [{ ...shelf, pieces: 0 }] } },
      { what: 'a negative number', json: { ...list, lines: [{ ...shelf, pieces: -1 }] } },
      { what: 'text for pieces', json: { ...list, lines: [{ ...shelf, pieces: '=1+1' }] } },
      { what: 'a path for an id', json: { ...list, lines: [{ ...shelf, productId: '../x' }] } },
      { what: '1,001 products', json: { ...list, lines: manyLines(1001) } },
      {
        what: 'an unknown product',
        json: { ...list, lines: [shelf, ...manyLines(1)] },
        status: 409,
        code: 'unknown_products',
      },
      {
        what: 'a kit',
        json: { ...list, lines: [{ ...shelf, productId: 'morning-ritual-kit' }] },
        status: 409,
        code: 'kit',
      },
      {
        what: 'a count of what has changed',
        json: { ...list, reason: 'counted', lines: [{ ...shelf, seen: 99_999 }] },
        status: 409,
        code: 'changed',
      },
      {
        what: 'more than there is',
        json: { ...list, reason: 'lost', lines: [{ ...shelf, pieces: 100_000 }] },
        status: 409,
        code: 'below_zero',
      },
    ],
  },
  'POST /api/desk/stock-lists/undo': {
    may: operator,
    calls: 3,
    requests: [{ json: { key: list.key } }, { json: { key: the.unknown }, status: 404, calls: 2 }],
    bad: [{ what: 'a wildcard for a key', json: { key: '%%%%%%%%%%%%%%%%' } }],
  },
};

/** @param seen changes of the review so far */
const review = (seen: number, json: object, status = 200): RouteTable[string] => ({
  may: operator,
  calls: 3,
  id: idIn('reviews'),
  requests: [{ json: { seen, ...json }, status }],
});

const reviews: RouteTable = {
  'POST /api/desk/reviews/:id/show': review(1, {}),
  'POST /api/desk/reviews/:id/hide': review(2, { reason: 'spam' }),
  'POST /api/desk/reviews/:id/reply': review(3, { text: 'Thank you' }),
  'POST /api/desk/reviews/:id/keep': review(4, { answer: 'No' }, 409),
  'POST /api/desk/reviews/:id/dismiss': review(4, {}, 409),
  'POST /api/desk/reviews/:id/photos': {
    ...review(4, { state: 'approved', photos: [the.unknown] }, 409),
    bad: [
      { what: 'no photo', json: { seen: 4, state: 'approved', photos: [] } },
      { what: 'another state', json: { seen: 4, state: 'waiting', photos: [the.unknown] } },
    ],
  },
};

const tickets: RouteTable = {
  'GET /api/desk/tickets/:id': { may: operator, id: idIn('tickets'), requests: plain },
  'POST /api/desk/tickets/:id/open': {
    may: operator,
    id: idIn('tickets'),
    requests: sent({ seen: { status: 'closed', answers: 1 } }),
  },
  'POST /api/desk/tickets/:id/close': {
    may: operator,
    id: idIn('tickets'),
    requests: sent({ seen: { status: 'open', answers: 1 } }),
  },
  'POST /api/desk/tickets/:id/answer': {
    may: operator,
    id: idIn('tickets'),
    requests: [{ json: { message: 'Soon', seen: { status: 'open', answers: 1 } }, status: 409, calls: 3 }],
  },
};

const customers: RouteTable = {
  'GET /api/desk/customers/:id': { may: operator, id: idIn('users'), calls: 3, requests: plain },
  'POST /api/desk/customers/:id/notes': {
    may: operator,
    id: idIn('users'),
    requests: sent({ text: 'Prefers calls.' }),
    bad: [
      { what: 'an unknown customer', id: the.unknown, json: { text: 'x' }, ...notFound },
      { what: 'an empty note', json: { text: ' ' } },
      { what: 'a note of 1,001 characters', json: { text: filler(1001) } },
      { what: 'half a character in a note', json: { text: loneSurrogate }, ...malformed },
      { what: 'a number for a note', json: { text: 7 } },
    ],
  },
  'POST /api/desk/customers/:id/notes/delete': {
    may: operator,
    id: idIn('users'),
    requests: [{ json: { id: the.unknown }, status: 404 }],
    bad: [
      { what: 'SQL for a note', json: { id: "' OR 1=1 --" } },
      { what: 'a note of another customer', json: { id: idIn('customer_notes') }, ...notFound },
    ],
  },
  'POST /api/desk/customers/:id/export': {
    may: operator,
    // Who it is, the password with its code, the limit, the data, and the entry in the audit list.
    calls: 7,
    id: idIn('users'),
    requests: sent({ password }),
    bad: [{ what: 'an unknown customer', id: the.unknown, json: { password }, ...notFound }],
  },
  // A guest whose only order was cancelled.
  'POST /api/desk/customers/:id/erase': {
    may: operator,
    calls: 5,
    id: idIn('users'),
    requests: sent({ password }),
    bad: [{ what: 'an unknown customer', id: the.unknown, json: { password }, ...notFound }],
  },
};

/** The first page also says how much there is. */
const counted = [{ calls: 3 }, { query: `?after=${cursor}` }];

const differences: RouteTable = {
  'GET /api/desk/reconcile/stock': { may: operator, requests: counted },
  'GET /api/desk/reconcile/events': { may: operator, requests: pages() },
  // The first page has purchases that gave something back; they are read once their orders are known.
  'GET /api/desk/reconcile/orders': {
    may: operator,
    requests: [{ calls: 4 }, { query: `?after=${cursor}` }],
  },
  'GET /api/desk/reconcile/providers': { may: operator, requests: counted },
  'POST /api/desk/flags/:id/resolve': { may: operator, id: idIn('flags'), requests: sent({}) },
  'POST /api/desk/held/:id/send': {
    may: operator,
    calls: 3,
    id: idIn('outbox'),
    requests: [{ json: {}, status: 409 }],
  },
};

const people: RouteTable = {
  'GET /api/desk/people': { may: operator, requests: plain },
  'POST /api/desk/people/order-emails': {
    may: operator,
    requests: sent({ choice: 'morning' }, { choice: 'each' }),
  },
  'POST /api/desk/people/add': { may: operator, calls: 5, requests: sent({ email: the.email, password }) },
  'POST /api/desk/people/remove': {
    may: operator,
    calls: 5,
    requests: [{ json: { id: the.unknown, password }, status: 404 }],
  },
  'POST /api/desk/people/content': {
    may: operator,
    calls: 5,
    requests: [{ json: { id: the.unknown, allowed: true, password }, status: 404 }],
  },
  'POST /api/desk/people/reset-second-factor': {
    may: operator,
    calls: 5,
    requests: [{ json: { id: the.unknown, password }, status: 404 }],
  },
};

const earlierCode = { code: 'EARLIER10', percent: 10, minSubtotal: 0, validUntil: 4_000_000_000_000 };
const earlierOrder = {
  number: '#1042',
  at: 1_700_000_000_000,
  email: 'earlier@example.in',
  status: 'paid',
  total: 129_900,
  lines: [{ name: 'Rose Mist', quantity: 2, price: 64_950 }],
};
const earlierReview = {
  key: '1',
  productId: serum,
  rating: 5,
  comment: 'Soft',
  name: 'Asha R.',
  at: 1_700_000_000_000,
};

export const desk: RouteTable = {
  ...listRoutes,
  'GET /api/desk/today': { may: operator, requests: plain },
  'GET /api/desk/waiting': { may: operator, requests: plain },
  'GET /api/desk/menu': { may: operator, requests: plain },
  'GET /api/desk/speed': { may: operator, calls: 3, requests: plain },
  'GET /api/desk/catalogue': { may: operator, calls: 1, requests: plain },
  'GET /api/desk/catalogue/import': { may: operator, calls: 2, requests: plain },
  'POST /api/desk/catalogue/records': {
    may: operator,
    bodyLimit: 256,
    requests: [
      {
        json: { kind: 'subscribers', from: 'Klaviyo', records: [{ email: 'earlier@example.in' }], dry: true },
        calls: 2,
      },
      {
        json: { kind: 'coupons', from: 'Shopify discounts', records: [earlierCode], dry: false, password },
        calls: 5,
      },
      {
        json: { kind: 'orders', from: 'Shopify orders', records: [earlierOrder], dry: false, password },
        calls: 5,
      },
    ],
    bad: [
      {
        what: 'a past order with an object for a total',
        json: { kind: 'orders', from: 'Shopify', records: [{ ...earlierOrder, total: {} }], dry: true },
      },
      {
        what: 'a past order with half a product',
        json: {
          kind: 'orders',
          from: 'Shopify',
          records: [{ ...earlierOrder, lines: [{ name: 'Mist', quantity: 0.5 }] }],
          dry: true,
        },
      },
      {
        what: 'a kind that there is not',
        json: { kind: 'customers', from: 'Shopify', records: [{}], dry: true },
      },
      { what: 'no records', json: { kind: 'coupons', from: 'Shopify', records: [], dry: true } },
      {
        what: 'six stars',
        json: { kind: 'reviews', from: 'Loox', records: [{ ...earlierReview, rating: 6 }], dry: true },
      },
      {
        what: 'no password',
        json: { kind: 'coupons', from: 'Shopify', records: [earlierCode], dry: false },
        field: 'password',
      },
    ],
  },
  'GET /api/desk/catalogue/products': { may: operator, requests: plain },
  // Not set up there.
  'POST /api/desk/editor': { may: operator, requests: [{ status: 409, calls: 1 }] },
  'GET /api/desk/searches': { may: operator, requests: queries('', '?period=quarter') },
  ...products,
  ...stock,
  ...saleDays,
  ...reviews,
  ...tickets,
  ...customers,
  ...differences,
  'POST /api/desk/subscribers/remove': { may: operator, requests: sent({ email: 'new@example.in' }) },
  'POST /api/desk/coupons': {
    may: operator,
    requests: sent({
      code: 'TENOFF',
      percent: 10,
      minSubtotal: 0,
      lastDay: '2099-12-31',
      maxUses: null,
      listed: true,
    }),
  },
  'POST /api/desk/coupons/:code/end': { may: operator, id: 'TENOFF', requests: sent({}) },
  'POST /api/desk/coupons/:code/listed': { may: operator, id: 'TENOFF', requests: sent({ listed: false }) },
  'POST /api/desk/export': {
    may: operator,
    calls: 6,
    requests: keysOf(exportNames).flatMap((sheet) => [
      { json: { sheet, ...year } },
      { json: { sheet, ...year, after: cursor }, calls: 7 },
    ]),
  },
  ...people,
};
