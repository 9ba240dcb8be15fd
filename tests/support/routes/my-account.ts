/** Routes of a signed-in person's own account, and of an operator's second factor. */
import { password } from '../accounts.ts';
import { address } from '../orders.ts';
import { filler, loneSurrogate, malformed, refused, signedOut } from './bad-input.ts';
import { account, idIn, operator, owner, plain, type RouteTable, sent, signedIn, the } from './route.ts';

const wrongPassword = 'not this';

const factor: RouteTable = {
  'POST /api/user/second-factor/begin': {
    may: { ...operator, guest: 'account' },
    calls: 4,
    requests: sent({ password }),
  },
  'POST /api/user/second-factor/confirm': {
    may: { ...operator, guest: 'account' },
    calls: 4,
    requests: [{ json: { password, secret: 'A'.repeat(32), code: '000000' }, status: 422 }],
    bad: [
      { what: 'a secret of one letter', json: { password, code: '123456', secret: 'A' } },
      { what: 'five digits', json: { password, code: '12345', secret: 'A'.repeat(32) } },
      { what: 'a number for a code', json: { password, code: 123456, secret: 'A'.repeat(32) } },
    ],
  },
  'POST /api/user/second-factor/recovery-codes': {
    may: { ...operator, guest: 'account' },
    calls: 4,
    requests: [{ json: { password }, status: 409 }],
    bad: [{ what: 'a code of 41 characters', json: { password, code: filler(41) } }],
  },
};

export const myAccount: RouteTable = {
  'GET /api/user/me': {
    may: signedIn,
    requests: plain,
    bad: [
      { what: 'a token of 5,000 characters', as: 'nobody', headers: { token: filler(5000) }, ...signedOut },
      { what: 'a token that is not ASCII', as: 'nobody', headers: { token: 'é'.repeat(43) }, ...signedOut },
      { what: 'Bearer and nothing', as: 'nobody', headers: { Authorization: 'Bearer ' }, ...signedOut },
      { what: 'Basic', as: 'nobody', headers: { Authorization: 'Basic YTpi' }, ...signedOut },
    ],
  },
  'POST /api/user/name': {
    may: account,
    requests: sent({ name: 'Asha' }),
    bad: [
      { what: 'a blank name', json: { name: ' ' } },
      { what: 'a name of 81 characters', json: { name: filler(81) } },
      { what: 'a control character', json: { name: 'Asha\u0007Rao' } },
      { what: 'half a character', json: { name: loneSurrogate }, ...malformed },
    ],
  },
  'POST /api/user/password': {
    may: account,
    requests: [{ json: { current: wrongPassword, password }, status: 422 }],
    bad: [
      { what: 'a new one of 7 characters', json: { current: password, password: 'short 7' } },
      { what: 'a new one of 129 characters', json: { current: password, password: filler(129) } },
      { what: 'an object for the present one', json: { current: { $ne: '' }, password } },
    ],
  },
  'POST /api/user/verify/send': {
    may: account,
    // The address is verified.
    requests: [{ json: {}, status: 409 }],
  },
  'POST /api/user/email': {
    may: account,
    requests: [{ json: { email: 'n@example.in', password: wrongPassword }, status: 422 }],
    bad: [
      { what: 'two addresses', json: { email: 'a@example.in, b@example.in', password } },
      { what: 'a line break', json: { email: 'a@example.in\nBcc: b@example.in', password } },
    ],
  },
  'GET /api/user/addresses': { may: signedIn, requests: plain },
  'POST /api/user/addresses': {
    may: owner,
    requests: sent({ ...address, id: idIn('addresses') }, address),
    bad: [
      ...refused(address, {
        id: { '': ['mine', "' OR 1=1 --"] },
        zipcode: { '': ['012345', '5600011'] },
        // Of another country, and not that of the pincode.
        state: { '': ['Bavaria', 'Goa'] },
        city: { '': ['Beng\u0000luru'] },
        phone: { '': ['+65 9876 5432'] },
        address: { '': [filler(201)] },
      }),
    ],
  },
  'POST /api/user/addresses/remove': {
    may: owner,
    requests: [{ json: { id: idIn('addresses') } }, { json: { id: the.unknown }, status: 404 }],
    bad: [{ what: 'SQL for an address', json: { id: "' OR 1=1 --" } }],
  },
  'GET /api/user/sessions': { may: account, requests: plain },
  'POST /api/user/sessions/end': {
    may: { ...owner, guest: 'account' },
    requests: sent({ id: the.session }),
    bad: [{ what: 'a pattern for a sign-in', json: { id: `${'a'.repeat(15)}%` } }],
  },
  'POST /api/user/sessions/end-others': { may: account, requests: sent({}) },
  'POST /api/user/export': {
    may: account,
    requests: [
      { json: { password: wrongPassword }, status: 422 },
      { json: { password }, calls: 3 },
    ],
    bad: [{ what: 'a list of passwords', json: { password: [password] } }],
  },
  ...factor,
  'POST /api/user/delete': {
    may: account,
    requests: [{ json: { password: wrongPassword }, status: 422 }],
    bad: [{ what: 'a list of passwords', json: { password: [password] } }],
  },
  'POST /api/user/logout': {
    may: signedIn,
    acceptsDeadTokens: true,
    requests: sent({}),
    bad: [
      { what: 'a malformed token', as: 'nobody', headers: { token: '../../etc' }, ...signedOut },
      { what: 'SQL for a token', as: 'nobody', headers: { token: "' OR '1'='1" }, ...signedOut },
    ],
  },
};
