/** Bad input to accounts and carts. */
import { serum } from '../orders.ts';
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
  notJson,
  on,
  signedOut,
  tooLarge,
} from './cases.ts';

const person = { name: 'Asha', email: 'bad-input@example.in', password: 'correct horse 9' };
const line = { itemId: serum, quantity: 1 };

export const accounts: BadInput[] = [
  ...on('POST /api/user/register', {}, [
    ...noBody(person),
    { what: 'nothing', json: {} },
    {
      what: 'bytes that are not UTF-8',
      raw: Buffer.from(
        `{"name":"Asha \xff\xfe","email":"${person.email}","password":"${person.password}"}`,
        'latin1',
      ),
      headers: json,
      ...malformed,
    },
    { what: 'text/plain', raw: JSON.stringify(person), ...notJson },
    ...large(64 * kib),
    { what: '65 KB', json: { ...person, extra: filler(65 * kib) }, ...tooLarge },
    { what: 'a number for a name', json: { ...person, name: 7 } },
    { what: 'an escape sequence in the name', json: { ...person, name: 'Asha \u001b[31m' } },
    { what: 'a NUL in the name', json: { ...person, name: 'Asha\u0000Rao' } },
    { what: 'half a character in the name', json: { ...person, name: loneSurrogate }, ...malformed },
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
    { what: '65 KB', json: { ...line, more: filler(65 * kib) }, ...tooLarge },
    { what: 'no product', json: { quantity: 1 } },
    { what: 'a number for a product', json: { ...line, itemId: 42 } },
    { what: 'a list of products', json: { ...line, itemId: [serum] } },
    { what: '__proto__ for a product', json: { ...line, itemId: '__proto__' } },
    { what: 'constructor for a product', json: { ...line, itemId: 'constructor' }, ...notFound },
    { what: 'SQL for a product', json: { ...line, itemId: "x'; DROP TABLE products; --" } },
    { what: 'a path for a product', json: { ...line, itemId: '../../secret' } },
    { what: 'an id of 65 characters', json: { ...line, itemId: filler(65) } },
    { what: 'an unknown product', json: { ...line, itemId: 'nothing-like-it' }, ...notFound },
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
];
