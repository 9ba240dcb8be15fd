/** Requests of accounts and guests. */
import { password } from '../accounts.ts';
import { address } from '../orders.ts';
import { plain, type Requests, sent, token } from './values.ts';

export const accounts: Requests = {
  'POST /api/user/register': () => sent({ name: 'Ravi', email: 'ravi@example.in', password }),
  'POST /api/user/login': () =>
    sent({ email: 'ravi@example.in', password }, { email: 'ravi@example.in', password: 'x' }),
  'POST /api/user/guest': () => sent({ name: 'Ravi', email: 'ravi@example.in', phone: '9876543210' }),
  'POST /api/user/claim': ({ guestToken, guestLink }) => [
    { json: { password }, headers: { token: guestToken } },
    { json: { link: guestLink, password } },
  ],
  'POST /api/user/forgot': () => sent({ email: 'ravi@example.in' }, { email: 'nobody@example.in' }),
  'POST /api/user/reset': () => sent({ token, password }),
  'POST /api/user/email/confirm': () => sent({ token }),
  'GET /api/user/me': () => plain,
  'GET /api/user/addresses': () => plain,
  'GET /api/user/sessions': () => plain,
  'POST /api/user/name': () => sent({ name: 'Asha' }),
  'POST /api/user/password': () => sent({ current: 'not this', password }),
  'POST /api/user/verify/send': () => sent({}),
  'POST /api/user/email': () => sent({ email: 'n@example.in', password: 'not this' }),
  'POST /api/user/addresses': ({ addressId }) => sent(address, { ...address, id: addressId }),
  'POST /api/user/addresses/remove': ({ addressId }) => sent({ id: addressId }),
  'POST /api/user/sessions/end': ({ sessionId }) => sent({ id: sessionId }),
  'POST /api/user/sessions/end-others': () => sent({}),
  'POST /api/user/logout': () => sent({}),
  'POST /api/user/export': () => sent({ password: 'not this' }, { password }),
  'POST /api/user/delete': () => sent({ password: 'not this' }),
};
