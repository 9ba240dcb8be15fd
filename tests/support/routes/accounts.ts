/** Routes that open an account or a guest's session, and those of emailed links. */
import { password } from '../accounts.ts';
import { filler, json, loneSurrogate, malformed, notJson, refused, signedOut } from './bad-input.ts';
import { anybody, type RouteTable, sent, the } from './route.ts';

const ravi = { name: 'Ravi', email: 'ravi@example.in', password };
const guest = { name: 'Ravi', email: 'ravi@example.in', phone: '9876543210' };
/** Of an email; it was never sent. */
const token = filler(43);

export const accounts: RouteTable = {
  'POST /api/user/register': {
    may: anybody,
    calls: 2,
    requests: [
      { json: ravi },
      // Easy to guess.
      { json: { ...ravi, email: 'b@example.in', password: 'password1' }, status: 422, calls: 1 },
    ],
    bad: [
      {
        what: 'bytes that are not UTF-8',
        raw: Buffer.from(
          `{"name":"Asha \xff\xfe","email":"${ravi.email}","password":"${password}"}`,
          'latin1',
        ),
        headers: json,
        ...malformed,
      },
      {
        what: 'text/plain',
        raw: JSON.stringify(ravi),
        headers: { 'Content-Type': 'text/plain;charset=UTF-8' },
        ...notJson,
      },
      { what: 'a number for a name', json: { ...ravi, name: 7 } },
      { what: 'an escape sequence in the name', json: { ...ravi, name: 'Asha \u001b[31m' } },
      { what: 'a NUL in the name', json: { ...ravi, name: 'Asha\u0000Rao' } },
      { what: 'half a character in the name', json: { ...ravi, name: loneSurrogate }, ...malformed },
      { what: 'a line break in the e-mail', json: { ...ravi, email: 'a@example.in\r\nBcc: b@example.in' } },
      { what: 'SQL for an e-mail', json: { ...ravi, email: "x'); DROP TABLE users; --" } },
      { what: 'a list of e-mails', json: { ...ravi, email: ['a@example.in'] } },
      { what: 'a number for a password', json: { ...ravi, password: 1234567890 } },
      ...refused(ravi, {
        password: { '': ['short 7', filler(129)] },
        name: { '': ['   ', filler(81)] },
        email: { '': [undefined, 'asha@', `${'a'.repeat(242)}@example.com.in`] },
      }),
      { what: 'an account under __proto__', raw: `{"__proto__": ${JSON.stringify(ravi)}}`, headers: json },
    ],
  },
  'POST /api/user/login': {
    may: anybody,
    calls: 3,
    requests: [
      { json: { email: ravi.email, password } },
      { json: { email: ravi.email, password: 'x' }, status: 401, calls: 2 },
    ],
    bad: [
      { what: 'an empty password', json: { email: ravi.email, password: '' } },
      { what: 'an object for a password', json: { email: ravi.email, password: { $ne: '' } } },
      { what: 'a password of 1,025 characters', json: { email: ravi.email, password: filler(1025) } },
      { what: 'SQL for an e-mail', json: { email: "' OR 1=1 --", password: 'x' } },
    ],
  },
  'POST /api/user/guest': {
    may: anybody,
    requests: sent(guest),
    bad: [
      { what: 'a blank name', json: { ...guest, name: ' ' } },
      { what: 'a name of 122 characters', json: { ...guest, name: filler(122) } },
      { what: 'a control character in the name', json: { ...guest, name: 'Asha\u0007Rao' } },
      { what: 'half a character in the name', json: { ...guest, name: loneSurrogate }, ...malformed },
      { what: 'two addresses', json: { ...guest, email: 'a@example.in, b@example.in' } },
      { what: 'a list of addresses', json: { ...guest, email: [guest.email] } },
      { what: 'a line break in the e-mail', json: { ...guest, email: 'a@example.in\nBcc: b@example.in' } },
      { what: 'a phone of another country', json: { ...guest, phone: '+1 212 555 0100' } },
      { what: 'a number for a phone', json: { ...guest, phone: 9876543210 } },
    ],
  },
  // With a guest's session or a link (guest.test.ts).
  'POST /api/user/claim': {
    may: anybody,
    calls: 2,
    requests: [
      { json: { password }, headers: { token: the.guestToken } },
      { json: { link: the.guestLink, password }, status: 403, calls: 1 },
      { json: { link: the.claimLink, password }, calls: 3 },
    ],
    bad: [
      { what: 'nothing', json: {} },
      { what: 'a password of 7 characters', json: { password: 'short 7' } },
      { what: 'a password of 129 characters', json: { password: filler(129) } },
      { what: 'an object for a password', json: { password: { $ne: '' } } },
      { what: 'a list of links', json: { link: [{ link: the.unknown }], password } },
      { what: 'a link of 201 characters', json: { link: filler(201), password } },
      { what: 'a password without a session', json: { password }, ...signedOut },
      { what: 'a dead token', as: 'dead', json: { password }, ...signedOut },
      { what: 'a forged token', as: 'forged', json: { password }, ...signedOut },
    ],
  },
  'POST /api/user/forgot': {
    may: anybody,
    requests: sent({ email: ravi.email }, { email: 'nobody@example.in' }),
    bad: [
      { what: 'two addresses', json: { email: 'a@example.in, b@example.in' } },
      { what: 'a line break', json: { email: 'a@example.in\r\nBcc: b@example.in' } },
    ],
  },
  'POST /api/user/reset': {
    may: anybody,
    requests: [{ json: { token, password }, status: 409 }],
    bad: [
      { what: 'a password of 7 characters', json: { token, password: 'short 7' } },
      { what: 'a list of links', json: { token: [token], password } },
    ],
  },
  'POST /api/user/email/confirm': {
    may: anybody,
    requests: [{ json: { token }, status: 409 }],
    bad: [{ what: 'a link of 1,025 characters', json: { token: filler(1025) } }],
  },
};
