/**
 * Bad input, as a table over all routes: what is sent, and the status and code that answer it
 * (decisions, "API"). `tests/api/bad-input.test.ts` sends each and sees that no row changes.
 */
import type { Sending } from './client.ts';
import { address, itemsOf, serum, toner } from './orders.ts';

/** Who asks; `dead` has signed out, `forged` has a token of the right shape that was never given out. */
export type Asker = 'nobody' | 'shopper' | 'operator' | 'dead' | 'forged';

export type BadInput = Sending & {
  what: string;
  /** `METHOD path`; `{foreign}` stands for another person's order, `{unknown}` for one that never was. */
  to: string;
  /** Left out: the shopper where a route wants a token, else nobody. */
  as?: Asker;
  status: number;
  code: string;
};

type Given = Partial<BadInput> & { what: string };

const wrong = { status: 422, code: 'invalid' };
const malformed = { status: 400, code: 'malformed' };
const notJson = { status: 415, code: 'not_json' };
const tooLarge = { status: 413, code: 'too_large' };
const notFound = { status: 404, code: 'not_found' };
const signedOut = { status: 401, code: 'signed_out' };
const json = { 'Content-Type': 'application/json' };

/** Cases of one route that share what is not said. */
const on = (to: string, shared: Partial<BadInput>, cases: Given[]): BadInput[] =>
  cases.map((given) => ({ to, ...wrong, ...shared, ...given }));

const bytes = (text: string) => new TextEncoder().encode(text);
const filler = (size: number) => 'x'.repeat(size);
const mib = 1024 * 1024;

/** Sent in pieces, so that no header tells the size beforehand. */
function stream(size: number): ReadableStream<Uint8Array> {
  const piece = bytes(filler(64 * 1024));
  let left = size;
  return new ReadableStream({
    pull(controller) {
      if (left <= 0) controller.close();
      else controller.enqueue(piece);
      left -= piece.length;
    },
  });
}

const person = { name: 'Asha', email: 'bad-input@example.in', password: 'correct horse 9' };
const line = { itemId: serum, quantity: 1 };
const order = { address, items: itemsOf({ [serum]: 1 }), amount: 599 };
const to = (more: object) => ({ json: { ...order, address: { ...address, ...more } } });
const tracking = { orderId: '{unknown}', trackingId: 'AWB1', courierPartner: 'DTDC' };
const review = { rating: 5, comment: 'Good' };
const ticket = { email: 'a@example.in', subject: 'Help', message: 'Where is it?', issueType: 'order' };
const loneSurrogate = 'Asha \ud800';

/** What is no JSON object of ours, for any route that takes a body. */
const noBody = (valid: object): Given[] => [
  { what: 'truncated JSON', raw: JSON.stringify(valid).slice(0, -1), headers: json, ...malformed },
  { what: 'NaN as JSON', raw: '{"quantity": NaN, "amount": Infinity}', headers: json, ...malformed },
  { what: 'two values', raw: '{}{}', headers: json, ...malformed },
  { what: 'null', raw: 'null', headers: json },
  { what: 'a list for an object', json: [valid] },
  { what: 'a word for an object', json: 'everything' },
  { what: 'no content type', raw: bytes(JSON.stringify(valid)), ...notJson },
  { what: 'a form', raw: new URLSearchParams({ itemId: serum }), ...notJson },
];

export const badInput: BadInput[] = [
  ...on('POST /api/user/register', {}, [
    ...noBody(person),
    { what: 'nothing', json: {} },
    { what: 'bytes that are not UTF-8', raw: Buffer.from(`{"name":"Asha \xff\xfe","email":"${person.email}","password":"${person.password}"}`, 'latin1'), headers: json, ...malformed },
    { what: 'text/plain', raw: JSON.stringify(person), ...notJson },
    { what: '10 MB', raw: bytes(JSON.stringify({ ...person, name: filler(10 * mib) })), headers: json, ...tooLarge },
    { what: '10 MB in pieces', raw: stream(10 * mib), headers: json, ...tooLarge },
    { what: '65 KB', json: { ...person, extra: filler(65 * 1024) }, ...tooLarge },
    { what: 'a number for a name', json: { ...person, name: 7 } },
    { what: 'an escape sequence in the name', json: { ...person, name: 'Asha \u001b[31m' } },
    { what: 'a NUL in the name', json: { ...person, name: 'Asha\u0000Rao' } },
    { what: 'half a character in the name', json: { ...person, name: loneSurrogate } },
    { what: 'a line break in the e-mail', json: { ...person, email: 'a@example.in\r\nBcc: b@example.in' } },
    { what: 'SQL for an e-mail', json: { ...person, email: "x'); DROP TABLE users; --" } },
    { what: 'a list of e-mails', json: { ...person, email: ['a@example.in'] } },
    { what: 'a number for a password', json: { ...person, password: 1234567890 } },
    { what: 'an account under __proto__', raw: `{"__proto__": ${JSON.stringify(person)}}`, headers: json },
  ]),
  ...on('POST /api/user/login', {}, [
    ...noBody({ email: person.email, password: 'x' }),
    { what: 'no password', json: { email: person.email } },
    { what: 'an empty password', json: { email: person.email, password: '' } },
    { what: 'an object for a password', json: { email: person.email, password: { $ne: '' } } },
    { what: 'a password of 1,025 characters', json: { email: person.email, password: filler(1025) } },
    { what: 'SQL for an e-mail', json: { email: "' OR 1=1 --", password: 'x' } },
  ]),
  ...on('POST /api/user/logout', signedOut, [
    { what: 'no token', as: 'nobody' },
    { what: 'a malformed token', as: 'nobody', headers: { token: '../../etc' } },
    { what: 'SQL for a token', as: 'nobody', headers: { token: "' OR '1'='1" } },
  ]),
  ...on('GET /api/user/me', signedOut, [
    { what: 'no token', as: 'nobody' },
    { what: 'a dead token', as: 'dead' },
    { what: 'a forged token', as: 'forged' },
    { what: 'a token of 5,000 characters', as: 'nobody', headers: { token: filler(5000) } },
    { what: 'a token that is not ASCII', as: 'nobody', headers: { token: 'é'.repeat(43) } },
    { what: 'Bearer and nothing', as: 'nobody', headers: { Authorization: 'Bearer ' } },
    { what: 'Basic', as: 'nobody', headers: { Authorization: 'Basic YTpi' } },
  ]),
  ...on('POST /api/cart/add', {}, [
    ...noBody(line),
    { what: 'a dead token', as: 'dead', json: line, ...signedOut },
    { what: '65 KB', json: { ...line, more: filler(65 * 1024) }, ...tooLarge },
    { what: 'no product', json: { quantity: 1 } },
    { what: 'a number for a product', json: { ...line, itemId: 42 } },
    { what: 'a list of products', json: { ...line, itemId: [serum] } },
    { what: '__proto__ for a product', json: { ...line, itemId: '__proto__' } },
    { what: 'constructor for a product', json: { ...line, itemId: 'constructor' }, ...notFound },
    { what: 'SQL for a product', json: { ...line, itemId: "x'; DROP TABLE products; --" } },
    { what: 'a path for a product', json: { ...line, itemId: '../../secret' } },
    { what: 'an id of 65 characters', json: { ...line, itemId: filler(65) } },
    { what: 'an unknown product', json: { ...line, itemId: 'nothing-like-it' }, ...notFound },
    { what: 'the word NaN for a quantity', json: { ...line, quantity: 'NaN' } },
    { what: 'a huge quantity', json: { ...line, quantity: 1e300 } },
    { what: 'a negative quantity', json: { ...line, quantity: -1 } },
    { what: 'half a piece', json: { ...line, quantity: 0.5 } },
  ]),
  ...on('POST /api/cart/update', {}, [
    { what: 'truncated JSON', raw: '{"itemId": "', headers: json, ...malformed },
    { what: 'no product', json: {} },
    { what: 'constructor for a product', json: { itemId: 'constructor', quantity: 2 }, ...notFound },
    { what: 'null for a quantity', json: { ...line, quantity: null } },
    { what: 'the word Infinity for a quantity', json: { ...line, quantity: 'Infinity' } },
    { what: 'a forged token', as: 'forged', json: line, ...signedOut },
  ]),
  ...on('POST /api/cart/get', {}, [
    { what: 'a list', json: [] },
    { what: 'text', raw: 'hello', ...notJson },
    { what: 'no token', as: 'nobody', ...signedOut },
  ]),
  ...on('POST /api/cart/reset', {}, [
    { what: 'null', raw: 'null', headers: json },
    { what: 'a dead token', as: 'dead', ...signedOut },
  ]),
  ...on('POST /api/order/quote', { as: 'nobody' }, [
    ...noBody({ items: order.items }),
    { what: 'nothing', json: {} },
    { what: 'an empty cart', json: { items: [] } },
    { what: 'an object of items', json: { items: { [serum]: 1 } } },
    { what: '101 lines', json: { items: Array.from({ length: 101 }, (_, n) => ({ _id: `id-${n}`, quantity: 1 })) } },
    { what: 'one product twice', json: { items: [...order.items, ...order.items] } },
    { what: 'a quantity of 0', json: { items: itemsOf({ [serum]: 0 }) } },
    { what: 'a quantity of 101', json: { items: itemsOf({ [serum]: 101 }) } },
    { what: 'a negative quantity beside a good one', json: { items: itemsOf({ [serum]: 5, [toner]: -4 }) } },
    { what: 'a quantity in words', json: { items: [{ _id: serum, quantity: '1' }] } },
    { what: '__proto__ for a product', json: { items: [{ _id: '__proto__', quantity: 1 }] } },
    { what: 'constructor for a product', json: { items: itemsOf({ constructor: 1 }) }, status: 409, code: 'not_sold' },
    { what: 'a number for a code', json: { ...order, couponCode: 5 } },
    { what: 'a code of 41 characters', json: { ...order, couponCode: filler(41) } },
    { what: '300 KB', json: { ...order, more: filler(300 * 1024) }, ...tooLarge },
    { what: 'lists in lists, 60,000 deep', raw: `{"items":${'['.repeat(60_000)}${']'.repeat(60_000)}}`, headers: json },
  ]),
  ...on('POST /api/order/place', {}, [
    ...noBody(order),
    { what: 'no token', as: 'nobody', json: order, ...signedOut },
    { what: 'a dead token', as: 'dead', json: order, ...signedOut },
    { what: '300 KB', json: { ...order, more: filler(300 * 1024) }, ...tooLarge },
    { what: '10 MB in pieces', raw: stream(10 * mib), headers: json, ...tooLarge },
    { what: 'no address', json: { ...order, address: undefined } },
    { what: 'a list for an address', json: { ...order, address: [address] } },
    { what: 'an empty first name', ...to({ firstName: ' ' }) },
    { what: 'a line break in the first name', ...to({ firstName: 'Asha\r\nRao' }) },
    { what: 'half a character in the last name', ...to({ lastName: loneSurrogate }) },
    { what: 'a NUL in the address', ...to({ address: '1 MG Road\u0000' }) },
    { what: 'an address of 201 characters', ...to({ address: filler(201) }) },
    { what: 'a state of another country', ...to({ state: 'Bavaria' }) },
    { what: 'a pincode that begins with 0', ...to({ zipcode: '012345' }) },
    { what: 'a number for a pincode', ...to({ zipcode: 560001 }) },
    { what: 'a phone of another country', ...to({ phone: '+1 212 555 0100' }) },
    { what: 'a line break in the e-mail', ...to({ email: 'a@example.in\nBcc: b@example.in' }) },
    { what: 'a word for saveInfo', ...to({ saveInfo: 'yes' }) },
    { what: 'no amount', json: { ...order, amount: undefined } },
    { what: 'an amount in words', json: { ...order, amount: '599' } },
    { what: 'NaN for an amount, which JSON makes null', json: { ...order, amount: Number.NaN } },
    { what: 'a negative amount', json: { ...order, amount: -599 } },
    { what: 'a huge amount', json: { ...order, amount: 1e308 } },
    { what: 'a tenth of a paisa', json: { ...order, amount: 599.001 } },
    { what: 'half a piece', json: { ...order, items: itemsOf({ [serum]: 0.5 }) } },
    { what: 'one product twice', json: { ...order, items: [...order.items, ...order.items], amount: 1198 } },
    { what: 'an unknown product', json: { ...order, items: itemsOf({ 'nothing-like-it': 1 }) }, status: 409, code: 'not_sold' },
    { what: 'a list for a code', json: { ...order, couponCode: ['FREE'] } },
    { what: 'a key of 129 characters', json: order, headers: { 'Idempotency-Key': filler(129) } },
    { what: 'a key of 7 characters', json: order, headers: { 'Idempotency-Key': filler(7) } },
    { what: 'a key with a space', json: order, headers: { 'Idempotency-Key': 'two words here' } },
    { what: 'an empty key', json: order, headers: { 'Idempotency-Key': '' } },
  ]),
  ...on('POST /api/order/userorders', {}, [
    { what: 'a list', json: [] },
    { what: 'truncated JSON', raw: '{', headers: json, ...malformed },
    { what: 'a forged token', as: 'forged', ...signedOut },
  ]),
  { what: 'another person’s order', to: 'GET /api/order/tracking-info/{foreign}', as: 'shopper', ...notFound },
  { what: 'an unknown order', to: 'GET /api/order/tracking-info/{unknown}', as: 'shopper', ...notFound },
  { what: 'SQL for an order', to: "GET /api/order/tracking-info/'%20OR%201=1%20--", as: 'shopper', ...notFound },
  { what: '__proto__ for an order', to: 'GET /api/order/tracking-info/__proto__', as: 'shopper', ...notFound },
  { what: 'broken escapes', to: 'GET /api/order/tracking-info/%E0%A4%A', as: 'shopper', ...notFound },
  { what: 'a dead token', to: 'GET /api/order/tracking-info/{foreign}', as: 'dead', ...signedOut },
  ...on('POST /api/order/update-tracking', { as: 'operator' }, [
    ...noBody(tracking),
    { what: 'a shopper', as: 'shopper', json: { ...tracking, orderId: '{foreign}' }, status: 403, code: 'not_operator' },
    { what: 'a dead token', as: 'dead', json: { ...tracking, orderId: '{foreign}' }, ...signedOut },
    { what: 'an unknown order', json: tracking, ...notFound },
    { what: 'a number for an order', json: { ...tracking, orderId: 1 } },
    { what: 'SQL for an order', json: { ...tracking, orderId: "' OR 1=1 --" } },
    { what: 'no tracking number', json: { ...tracking, orderId: '{foreign}', trackingId: undefined } },
    { what: 'a blank tracking number', json: { ...tracking, orderId: '{foreign}', trackingId: '  ' } },
    { what: 'a tracking number of 61 characters', json: { ...tracking, orderId: '{foreign}', trackingId: filler(61) } },
    { what: 'half a character in the courier', json: { ...tracking, orderId: '{foreign}', courierPartner: loneSurrogate } },
    { what: 'a line break in the courier', json: { ...tracking, orderId: '{foreign}', courierPartner: 'A\nB' } },
  ]),
  ...on('POST /api/order/cancel', { as: 'shopper' }, [
    { what: 'truncated JSON', raw: '{"orderId":', headers: json, ...malformed },
    { what: 'nothing', json: {} },
    { what: 'a list of orders', json: { orderId: ['{foreign}'] } },
    { what: 'another person’s order', json: { orderId: '{foreign}' }, ...notFound },
    { what: 'another person’s order, by an operator', as: 'operator', json: { orderId: '{foreign}' }, ...notFound },
    { what: 'a forged token', as: 'forged', json: { orderId: '{foreign}' }, ...signedOut },
  ]),
  ...on(`POST /api/reviews/${serum}`, { as: 'shopper' }, [
    ...noBody(review),
    { what: 'no token', as: 'nobody', json: review, ...signedOut },
    { what: 'a forged token', as: 'forged', json: review, ...signedOut },
    { what: 'no stars', json: { ...review, rating: 0 } },
    { what: 'six stars', json: { ...review, rating: 6 } },
    { what: 'half a star', json: { ...review, rating: 4.5 } },
    { what: 'stars in words', json: { ...review, rating: '5' } },
    { what: 'a blank comment', json: { ...review, comment: ' \n ' } },
    { what: 'a comment of 2,001 characters', json: { ...review, comment: filler(2001) } },
    { what: 'a NUL in the comment', json: { ...review, comment: 'Good\u0000' } },
    { what: 'a line break in the title', json: { ...review, title: 'A\nB' } },
    { what: 'a title of 101 characters', json: { ...review, title: filler(101) } },
    { what: 'half a character in the title', json: { ...review, title: loneSurrogate } },
    { what: 'a number for a title', json: { ...review, title: 5 } },
  ]),
  { what: 'an unknown product', to: 'POST /api/reviews/nothing-like-it', as: 'shopper', json: review, ...notFound },
  { what: 'constructor for a product', to: 'POST /api/reviews/constructor', as: 'shopper', json: review, ...notFound },
  { what: '__proto__ for a product', to: 'GET /api/reviews/__proto__', ...notFound },
  { what: 'an unknown product', to: 'GET /api/reviews/nothing-like-it', ...notFound },
  { what: 'a word for a date', to: `GET /api/reviews/${serum}?before=yesterday`, ...wrong },
  { what: 'an impossible date', to: `GET /api/reviews/${serum}?before=2026-02-30T00:00:00Z`, ...wrong },
  ...on('POST /api/contact/submit', {}, [
    ...noBody(ticket),
    { what: 'nothing', json: {} },
    { what: '65 KB', json: { ...ticket, message: filler(65 * 1024) }, ...tooLarge },
    { what: 'an unknown kind', json: { ...ticket, issueType: 'other' } },
    { what: 'a line break in the e-mail', json: { ...ticket, email: 'a@example.in\nBcc: b@example.in' } },
    { what: 'a line break in the subject', json: { ...ticket, subject: 'Help\r\nBcc: b@example.in' } },
    { what: 'a NUL in the name', json: { ...ticket, name: 'A\u0000' } },
    { what: 'a blank message', json: { ...ticket, message: '  ' } },
    { what: 'a list for a message', json: { ...ticket, message: ['Help'] } },
  ]),
  ...on('POST /api/subscribe', {}, [
    ...noBody({ email: 'a@example.in' }),
    { what: 'nothing', json: {} },
    { what: 'no host', json: { email: 'a@b' } },
    { what: 'two addresses', json: { email: 'a@example.in, b@example.in' } },
    { what: 'a line break', json: { email: 'a@example.in\r\nBcc: b@example.in' } },
    { what: 'an object', json: { email: { a: 1 } } },
  ]),
  { what: 'no ids', to: 'GET /api/product/live', ...wrong },
  { what: 'empty ids', to: 'GET /api/product/live?ids=,%20,', ...wrong },
  { what: 'SQL for ids', to: "GET /api/product/live?ids=x'%20OR%201=1", ...wrong },
  { what: '101 ids', to: `GET /api/product/live?ids=${Array.from({ length: 101 }, (_, n) => `p${n}`)}`, ...wrong },
  { what: '__proto__ for an id', to: 'GET /api/product/list?ids=__proto__', ...wrong },
  { what: 'an empty list of ids', to: 'GET /api/product/list?ids=', ...wrong },
  { what: 'constructor for a product', to: 'GET /api/product/constructor', ...notFound },
  { what: 'a NUL for a product', to: 'GET /api/product/%00', ...notFound },
  { what: 'a path for a product', to: 'GET /api/product/..%2F..%2Fsecret', ...notFound },
  { what: 'an id of 3,000 characters', to: `GET /api/product/${filler(3000)}`, ...notFound },
  { what: 'an unknown address', to: 'GET /api/admin', ...notFound },
  { what: 'a body of 10 MB to an unknown address', to: 'POST /api/nowhere', raw: bytes(filler(10 * mib)), ...notFound },
  { what: 'the wrong method', to: 'DELETE /api/order/place', as: 'shopper', status: 405, code: 'method' },
];
