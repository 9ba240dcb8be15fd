/** Bad input to changes of an account, and to emailed links. */
import { address } from '../orders.ts';
import {
  type BadInput,
  filler,
  kib,
  large,
  loneSurrogate,
  malformed,
  noBody,
  notFound,
  on,
  signedOut,
  wrong,
} from './cases.ts';

const link = { token: filler(43) };
const words = 'a long walk in Lalbagh';

/** Cases of a wrong token or body, for routes that require both. */
const owned = (to: string, valid: object, cases: Parameters<typeof on>[2]): BadInput[] =>
  on(to, { as: 'shopper' }, [
    ...noBody(valid),
    { what: 'no token', as: 'nobody', json: valid, ...signedOut },
    { what: 'a forged token', as: 'forged', json: valid, ...signedOut },
    { what: 'a dead token', as: 'dead', json: valid, ...signedOut },
    ...cases,
  ]);

export const myAccount: BadInput[] = [
  ...owned('POST /api/user/name', { name: 'Asha' }, [
    { what: 'no name', json: {} },
    { what: 'a blank name', json: { name: ' ' } },
    { what: 'a name of 81 characters', json: { name: filler(81) } },
    { what: 'a control character', json: { name: 'Asha\u0007Rao' } },
    { what: 'half a character', json: { name: loneSurrogate }, ...malformed },
    ...large(64 * kib),
  ]),
  ...owned('POST /api/user/password', { current: words, password: `${words}!` }, [
    { what: 'no present password', json: { password: words } },
    { what: 'a new one of 7 characters', json: { current: words, password: 'short 7' } },
    { what: 'a new one of 129 characters', json: { current: words, password: filler(129) } },
    { what: 'an object for the present one', json: { current: { $ne: '' }, password: words } },
  ]),
  ...owned('POST /api/user/email', { email: 'new@example.in', password: words }, [
    { what: 'no password', json: { email: 'new@example.in' } },
    { what: 'two addresses', json: { email: 'a@example.in, b@example.in', password: words } },
    { what: 'a line break', json: { email: 'a@example.in\nBcc: b@example.in', password: words } },
  ]),
  ...owned('POST /api/user/export', { password: words }, [
    { what: 'no password', json: {} },
    { what: 'a list of passwords', json: { password: [words] } },
  ]),
  ...owned('POST /api/user/delete', { password: words }, [
    { what: 'no password', json: {} },
    { what: 'a list of passwords', json: { password: [words] } },
  ]),
  ...on('POST /api/user/second-factor/begin', { as: 'operator' }, [
    ...noBody({ password: words }),
    { what: 'no password', json: {} },
    { what: 'a dead token', as: 'dead', json: { password: words }, ...signedOut },
    { what: 'a shopper', as: 'shopper', json: { password: words }, status: 403, code: 'not_operator' },
  ]),
  ...on('POST /api/user/second-factor/confirm', { as: 'operator' }, [
    { what: 'no secret', json: { password: words, code: '123456' } },
    { what: 'a secret of one letter', json: { password: words, code: '123456', secret: 'A' } },
    { what: 'five digits', json: { password: words, code: '12345', secret: 'A'.repeat(32) } },
    { what: 'a number for a code', json: { password: words, code: 123456, secret: 'A'.repeat(32) } },
  ]),
  ...on('POST /api/user/second-factor/recovery-codes', { as: 'operator' }, [
    { what: 'a code of 41 characters', json: { password: words, code: filler(41) } },
  ]),
  ...owned('POST /api/user/addresses', address, [
    { what: 'a word for an id', json: { ...address, id: 'mine' } },
    { what: 'SQL for an id', json: { ...address, id: "' OR 1=1 --" } },
    { what: 'a pincode that begins with 0', json: { ...address, zipcode: '012345' } },
    { what: 'a state of another country', json: { ...address, state: 'Bavaria' } },
    { what: 'a state that is not that of the pincode', json: { ...address, state: 'Goa' } },
    { what: 'a NUL in the city', json: { ...address, city: 'Beng\u0000luru' } },
  ]),
  ...owned('POST /api/user/addresses/remove', { id: '{unknown}' }, [
    { what: 'nothing', json: {} },
    { what: 'SQL for an address', json: { id: "' OR 1=1 --" } },
  ]),
  ...owned('POST /api/user/sessions/end', { id: 'a'.repeat(16) }, [
    { what: 'nothing', json: {} },
    { what: 'a pattern for a sign-in', json: { id: `${'a'.repeat(15)}%` } },
  ]),
  ...on('POST /api/user/sessions/end-others', { as: 'shopper' }, [
    { what: 'a list', json: [] },
    { what: 'a dead token', as: 'dead', ...signedOut },
  ]),
  ...on('GET /api/user/addresses', signedOut, [
    { what: 'no token', as: 'nobody' },
    { what: 'a dead token', as: 'dead' },
  ]),
  ...on('GET /api/user/sessions', signedOut, [
    { what: 'no token', as: 'nobody' },
    { what: 'a dead token', as: 'dead' },
  ]),
  ...on('POST /api/user/forgot', { as: 'nobody' }, [
    ...noBody({ email: 'a@example.in' }),
    { what: 'nothing', json: {} },
    { what: 'two addresses', json: { email: 'a@example.in, b@example.in' } },
    { what: 'a line break', json: { email: 'a@example.in\r\nBcc: b@example.in' } },
  ]),
  ...on('POST /api/user/reset', { as: 'nobody' }, [
    ...noBody({ ...link, password: words }),
    { what: 'no link', json: { password: words } },
    { what: 'a password of 7 characters', json: { ...link, password: 'short 7' } },
    { what: 'a list of links', json: { token: [link.token], password: words } },
  ]),
  ...on('POST /api/user/email/confirm', { as: 'nobody' }, [
    ...noBody(link),
    { what: 'no link', json: {} },
    { what: 'a link of 1,025 characters', json: { token: filler(1025) } },
  ]),
  { what: 'no link', to: 'POST /api/unsubscribe', ...wrong },
  { what: 'a link of 201 characters', to: `POST /api/unsubscribe?token=${filler(201)}`, ...wrong },
  { what: 'an unknown link', to: `POST /api/unsubscribe?token=${filler(22)}`, ...notFound },
  { what: 'an unknown product', to: 'GET /api/reviews/nothing-like-it/ratings', ...notFound },
];
