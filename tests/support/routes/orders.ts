/** Routes of carts, quotes, orders and their documents. rule: long - the table of these routes */
import { address, business, itemsOf, serum, toner } from '../orders.ts';
import { filler, json, kib, loneSurrogate, malformed, notFound, refused, tooLarge } from './bad-input.ts';
import {
  account,
  anybody,
  type BadRequest,
  items,
  order,
  owner,
  ownerOrOperator,
  plain,
  type RouteTable,
  sent,
  signedIn,
  the,
} from './route.ts';

const line = { itemId: serum, quantity: 2 };
const to = (more: object) => ({ json: { ...order, address: { ...address, ...more } } });
const by = (more: object) => ({ json: { ...order, business: { ...business, ...more } } });
const foreign = { orderId: the.foreignOrder };
const link = { link: the.guestLink };
/** Only for the token of an opened link. */
const linkOnly = { ...owner, shopper: 404 };
const tracked = { reference: 'ORD-123456', contact: '9876543210' };

const cart: RouteTable = {
  'POST /api/cart/get': { may: signedIn, reads: true, requests: sent({}) },
  'POST /api/cart/add': {
    may: signedIn,
    requests: sent(line),
    bad: [
      { what: 'a number for a product', json: { ...line, itemId: 42 } },
      { what: 'a list of products', json: { ...line, itemId: [serum] } },
      { what: '__proto__ for a product', json: { ...line, itemId: '__proto__' } },
      { what: 'constructor for a product', json: { ...line, itemId: 'constructor' }, ...notFound },
      { what: 'SQL for a product', json: { ...line, itemId: "x'; DROP TABLE products; --" } },
      { what: 'a path for a product', json: { ...line, itemId: '../../secret' } },
      { what: 'an id of 183 characters', json: { ...line, itemId: filler(183) } },
      { what: 'an unknown product', json: { ...line, itemId: 'nothing-like-it' }, ...notFound },
      ...refused(line, {
        quantity: { '': [0, -1, 1.5, '3', 'three', null, undefined, [3], true, 1e300] },
        itemId: { '': ['velvet-tint--', '--plum', 'velvet-tint--plum--2', 'velvet-tint---plum'] },
      }),
    ],
  },
  'POST /api/cart/update': {
    may: signedIn,
    requests: sent({ itemId: serum, quantity: 3 }, { itemId: serum }),
    bad: [
      { what: 'constructor for a product', json: { itemId: 'constructor', quantity: 2 }, ...notFound },
      ...refused(line, { quantity: { '': ['3', null, 2.5, {}, 'Infinity'] } }),
    ],
  },
  'POST /api/cart/reset': { may: signedIn, requests: sent({}) },
};

const wish = { id: serum, at: 1 };
const wishes = { save: [wish], remove: [toner] };
const wishlist: RouteTable = {
  'GET /api/wishlist': { may: account, requests: plain },
  'POST /api/wishlist': {
    may: account,
    requests: sent(wishes, { save: [], remove: [] }),
    bad: [
      ...refused(wishes, { remove: { '': [serum, null, { 0: serum }] }, save: { '': [null, {}, serum] } }),
      ...[7, null, `${serum}--50-ml`, '../../secret', filler(121), '__proto__'].map((id) => ({
        what: `${String(id).slice(0, 30)} for a product`,
        json: { save: [], remove: [id] },
      })),
      { what: 'a product without a time', json: { ...wishes, save: [{ id: serum }] } },
      { what: 'a time in text', json: { ...wishes, save: [{ ...wish, at: '1' }] } },
      { what: 'a time of 0', json: { ...wishes, save: [{ ...wish, at: 0 }] } },
      { what: 'a time with a fraction', json: { ...wishes, save: [{ ...wish, at: 1.5 }] } },
      { what: 'a time without end', json: { ...wishes, save: [{ ...wish, at: 1e300 }] } },
      {
        what: 'SQL for a product',
        json: { ...wishes, save: [{ ...wish, id: "x'; DROP TABLE wishes; --" }] },
      },
      { what: '101 products', json: { ...wishes, save: Array(101).fill(wish) } },
      { what: '101 products to remove', json: { ...wishes, remove: Array(101).fill(serum) } },
    ],
  },
};

/** Orders that are refused with every payment method. */
const badOrder: readonly BadRequest[] = [
  { what: 'a negative amount', json: { ...order, amount: -599 } },
  { what: 'a tenth of a paisa', json: { ...order, amount: 599.001 } },
  { what: 'half a piece', json: { ...order, items: itemsOf({ [serum]: 0.5 }) } },
  { what: 'one product twice', json: { ...order, items: [...order.items, ...order.items], amount: 1198 } },
  { what: 'a key with a space', json: order, headers: { 'Idempotency-Key': 'two words here' } },
];

const online = (): RouteTable[string] => ({
  may: signedIn,
  calls: 3,
  bodyLimit: 256,
  requests: sent(order),
  bad: [
    ...badOrder,
    { what: 'a way to pay that is not open', json: order, status: 409, code: 'method_closed' },
  ],
});

const document = (requests: RouteTable[string]['requests']): RouteTable[string] => ({
  may: ownerOrOperator,
  reads: true,
  requests,
  bad: [
    { what: 'neither order nor link', json: {} },
    { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
    { what: 'SQL for an order', json: { orderId: "' OR 1=1 --" } },
    { what: 'another person’s order', json: foreign, ...notFound },
    { what: 'an unknown order', json: { orderId: the.unknown }, ...notFound },
    { what: 'a number of 17 characters', json: { ...foreign, number: 'HRT/26-27/0000001' } },
    { what: 'a number for a number', json: { ...foreign, number: 1 } },
    { what: 'SQL for a number', json: { ...foreign, number: "' OR 1=1 --" } },
    {
      what: 'a number of another person’s order',
      json: { ...foreign, number: 'HRT/26-27/000001' },
      ...notFound,
    },
    { what: 'a link of 201 characters', json: { link: filler(201) } },
  ],
});

const wanted = {
  orderId: the.order,
  lines: [{ _id: serum, quantity: 1, reason: 'damaged' }],
  method: 'pickup',
};
const back = (more: object) => ({ json: { ...wanted, ...more } });

const returns: RouteTable = {
  'POST /api/order/returns/quote': {
    may: { ...ownerOrOperator, shopper: 409, operator: 409 },
    requests: [{ json: { orderId: wanted.orderId, lines: wanted.lines }, status: 409 }],
    bad: [
      {
        what: 'an order of somebody else',
        json: { orderId: the.foreignOrder, lines: wanted.lines },
        ...notFound,
      },
      { what: 'nothing to return', json: { orderId: wanted.orderId, lines: [] } },
    ],
  },
  'POST /api/order/returns/payout': {
    // Only the shopper says it.
    may: { ...ownerOrOperator, shopper: 409, operator: 404 },
    requests: [
      { json: { orderId: wanted.orderId, payout: { kind: 'upi', upiId: 'asha@ybl' } }, status: 409 },
    ],
    bad: [
      {
        what: 'an order of somebody else',
        json: { orderId: the.foreignOrder, payout: { kind: 'upi', upiId: 'asha@ybl' } },
        ...notFound,
      },
      { what: 'no UPI ID', json: { orderId: wanted.orderId, payout: { kind: 'upi', upiId: 'asha' } } },
    ],
  },
  'POST /api/order/returns/request': {
    may: { ...ownerOrOperator, shopper: 409, operator: 409 },
    requests: [{ json: wanted, status: 409 }],
    bad: [
      { what: 'an order of somebody else', ...back({ orderId: the.foreignOrder }), ...notFound },
      { what: 'nothing to return', ...back({ lines: [] }) },
      { what: 'a product twice', ...back({ lines: [...wanted.lines, ...wanted.lines] }) },
      { what: 'no piece', ...back({ lines: [{ _id: serum, quantity: 0, reason: 'damaged' }] }) },
      { what: 'an unknown reason', ...back({ lines: [{ _id: serum, quantity: 1, reason: 'bored' }] }) },
      {
        what: 'a word for a size',
        ...back({ lines: [{ _id: serum, quantity: 1, reason: 'damaged', exchangeFor: '../x' }] }),
      },
      { what: 'an unknown way', ...back({ method: 'drone' }) },
      { what: 'a note of 1,001 characters', ...back({ note: filler(1001) }) },
      { what: 'a word for a photo', ...back({ photos: ['x'] }) },
      { what: 'a photo twice', ...back({ photos: [the.unknown, the.unknown] }) },
      { what: 'four photos', ...back({ photos: Array.from({ length: 4 }, () => crypto.randomUUID()) }) },
      { what: 'half a UPI id', ...back({ payout: { kind: 'upi', upiId: 'asha@' } }) },
      {
        what: 'a short account',
        ...back({ payout: { kind: 'bank_transfer', name: 'A', account: '1', ifsc: 'x' } }),
      },
    ],
  },
  'POST /api/order/returns/cancel': {
    may: signedIn,
    requests: [{ json: { returnId: the.unknown, seen: 'Requested' }, status: 404 }],
    bad: [
      { what: 'an unknown return', json: { returnId: the.unknown, seen: 'Requested' }, ...notFound },
      { what: 'a word for a return', json: { returnId: 'x', seen: 'Requested' } },
      { what: 'an unknown state', json: { returnId: the.unknown, seen: 'Lost' } },
    ],
  },
};

export const orders: RouteTable = {
  ...cart,
  ...wishlist,
  ...returns,
  'POST /api/order/quote': {
    may: anybody,
    bodyLimit: 256,
    requests: [
      { json: { items } },
      { json: { items, couponCode: 'NONE10', pincode: '560001' }, calls: 2 },
      { json: { items, listOffers: true }, calls: 2 },
    ],
    bad: [
      { what: 'an empty cart', json: { items: [] } },
      { what: 'an object of items', json: { items: { [serum]: 1 } } },
      {
        what: '101 lines',
        json: { items: Array.from({ length: 101 }, (_, n) => ({ _id: `id-${n}`, quantity: 1 })) },
      },
      { what: 'one product twice', json: { items: [...items, ...items] } },
      { what: 'a quantity of 0', json: { items: itemsOf({ [serum]: 0 }) } },
      { what: 'a quantity of 101', json: { items: itemsOf({ [serum]: 101 }) } },
      {
        what: 'a negative quantity beside a good one',
        json: { items: itemsOf({ [serum]: 5, [toner]: -4 }) },
      },
      { what: 'a quantity in words', json: { items: [{ _id: serum, quantity: '1' }] } },
      { what: '__proto__ for a product', json: { items: [{ _id: '__proto__', quantity: 1 }] } },
      {
        what: 'constructor for a product',
        json: { items: itemsOf({ constructor: 1 }) },
        status: 409,
        code: 'not_sold',
      },
      { what: 'a number for a code', json: { ...order, couponCode: 5 } },
      { what: 'a number for a pincode', json: { ...order, pincode: 560001 } },
      { what: 'a pincode of seven digits', json: { ...order, pincode: '5600011' } },
      { what: 'a pincode of letters', json: { ...order, pincode: '५६OOO१' } },
      { what: 'a state of another country', json: { ...order, pincode: '560001', state: 'Bavaria' } },
      {
        what: 'a state that is not that of the pincode',
        json: { ...order, pincode: '110001', state: 'Goa' },
      },
      { what: 'the GSTIN of another length', json: { ...order, gstin: '27AAPFU0939F1Z' } },
      { what: 'a pincode that is not served', json: { ...order, pincode: '744301' }, code: 'not_served' },
      { what: 'a code of 41 characters', json: { ...order, couponCode: filler(41) } },
      {
        what: 'lists in lists, 1,000 deep',
        raw: `{"items":${'['.repeat(1000)}${']'.repeat(1000)}}`,
        headers: json,
      },
      {
        what: 'lists in lists, 60,000 deep',
        raw: `{"items":${'['.repeat(60_000)}`,
        headers: json,
        ...malformed,
      },
    ],
  },
  // Of the order that waits for its payment, before another one replaces it.
  'POST /api/order/correct': {
    may: ownerOrOperator,
    calls: 2,
    requests: [
      { json: { orderId: the.placedOrder, address: { ...address, city: 'Bangalore' } } },
      // It has left.
      { json: { orderId: the.order, address: { ...address, city: 'X' } }, status: 409, calls: 1 },
    ],
    bad: [
      { what: 'no address', json: foreign },
      { what: 'an address without a name', json: { ...foreign, address: { ...address, lastName: ' ' } } },
      { what: 'an unknown state', json: { ...foreign, address: { ...address, state: 'Bavaria' } } },
      { what: 'a short phone', json: { ...foreign, address: { ...address, phone: '12345' } } },
      { what: 'a line break in the city', json: { ...foreign, address: { ...address, city: 'A\u0007B' } } },
      { what: 'a word for the amount', json: { ...foreign, address, amount: 'all' } },
      { what: 'another person’s order', json: { ...foreign, address }, ...notFound },
      {
        what: 'an unknown order, by an operator',
        as: 'operator',
        json: { orderId: the.unknown, address },
        ...notFound,
      },
    ],
  },
  'POST /api/order/confirm': {
    may: owner,
    requests: sent({ orderId: the.order }),
    bad: [
      { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
      { what: 'another person’s order', json: foreign, ...notFound },
      { what: 'SQL for an order', json: { orderId: "' OR 1=1 --" } },
      { what: 'a list of links', json: { orderId: the.order, link: [the.guestLink] } },
    ],
  },
  'POST /api/order/cancel/quote': {
    may: ownerOrOperator,
    reads: true,
    requests: [
      { json: { orderId: the.placedOrder } },
      { json: { orderId: the.placedOrder, lines: [{ _id: serum, keep: 1 }] } },
      { json: { orderId: the.unknown }, status: 404 },
    ],
    bad: [
      { what: 'another person’s order', json: foreign, ...notFound },
      { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
      { what: 'no lines', json: { ...foreign, lines: [] } },
      { what: 'half a unit', json: { ...foreign, lines: [{ _id: serum, keep: 0.5 }] } },
    ],
  },
  'POST /api/order/cancel': {
    may: ownerOrOperator,
    calls: 2,
    requests: [
      { json: { orderId: the.pendingOrder }, calls: 3 },
      { json: { orderId: the.placedOrder, lines: [{ _id: serum, keep: 1 }] } },
      { json: { orderId: the.unknown }, status: 404, calls: 1 },
      { json: { orderId: the.unknown, lines: [{ _id: serum, keep: 0 }] }, status: 404, calls: 1 },
    ],
    bad: [
      { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
      { what: 'another person’s order', json: foreign, ...notFound },
      {
        what: 'an unknown order, by an operator',
        as: 'operator',
        json: { orderId: the.unknown },
        ...notFound,
      },
      { what: 'a line break in the reason', json: { ...foreign, reason: 'a\nb' } },
      { what: 'a word for unlessPaid', json: { ...foreign, unlessPaid: 'yes' } },
      { what: 'no lines', json: { ...foreign, lines: [] } },
      { what: 'a line without a product', json: { ...foreign, lines: [{ keep: 1 }] } },
      { what: 'half a unit', json: { ...foreign, lines: [{ _id: serum, keep: 0.5 }] } },
      { what: 'less than nothing', json: { ...foreign, lines: [{ _id: serum, keep: -1 }] } },
      {
        what: 'a product twice',
        json: {
          ...foreign,
          lines: [
            { _id: serum, keep: 1 },
            { _id: serum, keep: 0 },
          ],
        },
      },
      {
        what: 'a part, unless it is paid',
        json: { ...foreign, lines: [{ _id: serum, keep: 1 }], unlessPaid: true },
      },
      {
        what: 'a part of another person’s order',
        json: { ...foreign, lines: [{ _id: serum, keep: 0 }] },
        ...notFound,
      },
    ],
  },
  'POST /api/order/place': {
    may: signedIn,
    calls: 2,
    bodyLimit: 256,
    requests: [{ json: { ...order, amount: 600 }, status: 409, calls: 1 }, { json: order }],
    bad: [
      ...badOrder,
      { what: 'a list for an address', json: { ...order, address: [address] } },
      { what: 'an empty first name', ...to({ firstName: ' ' }) },
      { what: 'a control character in the first name', ...to({ firstName: 'Asha\u0007Rao' }) },
      { what: 'no last name, which nobody has said', ...to({ lastName: '', mononym: false }) },
      { what: 'a last name of invisible characters', ...to({ lastName: ' \u200b ' }) },
      { what: 'half a character in the last name', ...to({ lastName: loneSurrogate }), ...malformed },
      { what: 'a NUL in the address', ...to({ address: '1 MG Road\u0000' }) },
      { what: 'an address of 201 characters', ...to({ address: filler(201) }) },
      { what: 'a state of another country', ...to({ state: 'Bavaria' }) },
      { what: 'a pincode that begins with 0', ...to({ zipcode: '012345' }) },
      { what: 'a number for a pincode', ...to({ zipcode: 560001 }) },
      { what: 'a state that is not that of the pincode', ...to({ zipcode: '110001' }) },
      {
        what: 'a pincode that is not served',
        ...to({ zipcode: '744301', state: 'Andaman and Nicobar Islands' }),
        code: 'not_served',
      },
      { what: 'a phone of another country', ...to({ phone: '+1 212 555 0100' }) },
      { what: 'a line break in the e-mail', ...to({ email: 'a@example.in\nBcc: b@example.in' }) },
      { what: 'a word for saveInfo', ...to({ saveInfo: 'yes' }) },
      { what: 'an amount in words', json: { ...order, amount: '599' } },
      { what: 'NaN for an amount, which JSON makes null', json: { ...order, amount: Number.NaN } },
      { what: 'a huge amount', json: { ...order, amount: 1e308 } },
      {
        what: 'an unknown product',
        json: { ...order, items: itemsOf({ 'nothing-like-it': 1 }) },
        status: 409,
        code: 'not_sold',
      },
      { what: 'a list for a code', json: { ...order, couponCode: ['FREE'] } },
      { what: 'a text for a business', json: { ...order, business: business.gstin } },
      { what: 'a GSTIN with a wrong check digit', ...by({ gstin: '27AAPFU0939F1ZX' }) },
      { what: 'a GSTIN of no state', ...by({ gstin: '00AAPFU0939F1ZV' }) },
      { what: 'a list for a GSTIN', ...by({ gstin: [business.gstin] }) },
      { what: 'a GSTIN of 300 KB', ...by({ gstin: filler(300 * kib) }), ...tooLarge },
      { what: 'a business without a name', ...by({ businessName: '\u00a0' }) },
      { what: 'a control character in the name of a business', ...by({ businessName: 'Sita\u0007Stores' }) },
      { what: 'a business name of 121 characters', ...by({ businessName: filler(121) }) },
      { what: 'a business without a registered address', ...by({ registeredAddress: undefined }) },
      { what: 'a registered address of 201 characters', ...by({ registeredAddress: filler(201) }) },
      {
        what: 'a registered address in another state than the GSTIN',
        ...by({ registeredZipcode: '560001' }),
      },
      { what: 'a number for a registered pincode', ...by({ registeredZipcode: 400_050 }) },
      { what: 'a word for a special economic zone', ...by({ sez: 'yes' }) },
      { what: 'a key of 129 characters', json: order, headers: { 'Idempotency-Key': filler(129) } },
      { what: 'a key of 7 characters', json: order, headers: { 'Idempotency-Key': filler(7) } },
      { what: 'an empty key', json: order, headers: { 'Idempotency-Key': '' } },
    ],
  },
  'POST /api/order/stripe': online(),
  // It cancels the one before, which waits for its payment.
  'POST /api/order/razorpay': { ...online(), calls: 7 },
  'POST /api/order/transfer': { ...online(), requests: [{ json: order, status: 409, calls: 1 }] },
  'POST /api/order/userorders': { may: signedIn, reads: true, requests: sent({}) },
  'GET /api/order/tracking-info/:orderId': {
    may: owner,
    id: the.order,
    requests: plain,
    bad: [
      { what: 'another person’s order', id: the.foreignOrder, ...notFound },
      { what: 'an unknown order', id: the.unknown, ...notFound },
      { what: 'SQL for an order', id: "'%20OR%201=1%20--", ...notFound },
      { what: '__proto__ for an order', id: '__proto__', ...notFound },
      { what: 'broken escapes', id: '%E0%A4%A', ...notFound },
    ],
  },
  'POST /api/order/document': document([
    { json: { orderId: the.order } },
    { json: { orderId: the.order, number: 'HRC/26-27/000001' }, status: 404 },
    { json: { link: the.documentLink } },
    { json: { link: the.documentLink, number: 'HRC/26-27/000001' }, status: 404 },
  ]),
  'POST /api/order/document.pdf': document(sent({ orderId: the.order })),
  'POST /api/order/track': {
    may: anybody,
    requests: [{ json: tracked, status: 404 }],
    bad: [
      { what: 'five digits', json: { ...tracked, reference: '12345' } },
      { what: 'nine digits', json: { ...tracked, reference: '123456789' } },
      { what: 'an order id', json: { ...tracked, reference: the.foreignOrder } },
      { what: 'a number for a number', json: { ...tracked, reference: 123456 } },
      { what: 'SQL for a number', json: { ...tracked, reference: "ORD-123456' OR 1=1 --" } },
      { what: 'a pattern for a number', json: { ...tracked, reference: 'ORD-12345%' } },
      { what: 'a list of numbers', json: { ...tracked, reference: ['ORD-123456'] } },
      { what: 'a blank contact', json: { ...tracked, contact: ' ' } },
      { what: 'a name for a contact', json: { ...tracked, contact: 'Asha' } },
      { what: 'nine digits of a phone', json: { ...tracked, contact: '987654321' } },
      { what: 'a number for a contact', json: { ...tracked, contact: 9876543210 } },
      { what: 'a contact of 255 characters', json: { ...tracked, contact: `${filler(245)}@example.in` } },
      { what: 'half a character in the contact', json: { ...tracked, contact: loneSurrogate }, ...malformed },
    ],
  },
  'POST /api/order/open': {
    may: anybody,
    requests: [
      { json: link, calls: 2 },
      { json: { link: 'x' }, by: 'nobody', status: 404 },
    ],
    bad: [
      { what: 'null for a link', json: { link: null } },
      { what: 'a list of links', json: { link: [the.guestLink] } },
      { what: 'a link of 201 characters', json: { link: filler(201) } },
    ],
  },
  'POST /api/order/withdraw-links': {
    may: owner,
    calls: 2,
    requests: sent({ orderId: the.placedOrder }),
    bad: [
      { what: 'a list of orders', json: { orderId: [the.foreignOrder] } },
      { what: 'another person’s order', json: foreign, ...notFound },
    ],
  },
  'POST /api/order/code': {
    may: linkOnly,
    requests: [{ json: {}, headers: { token: the.linkToken }, calls: 3 }],
  },
  'POST /api/order/prove': {
    may: linkOnly,
    requests: [{ json: { code: '123456' }, headers: { token: the.linkToken }, status: 409, calls: 3 }],
    bad: [
      { what: 'five digits', json: { code: '12345' } },
      { what: 'letters', json: { code: 'abcdef' } },
      { what: 'a number', json: { code: 123456 } },
      { what: 'a list', json: { code: ['123456'] } },
    ],
  },
  'POST /api/order/join': {
    may: account,
    calls: 2,
    requests: sent({ link: the.ownLink }),
    bad: [{ what: 'a link of 201 characters', json: { link: filler(201) } }],
  },
};
