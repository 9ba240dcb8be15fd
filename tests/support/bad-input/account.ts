/**
 * Bad input to what is mailed, and to what somebody changes of their account. Ids that never were count as
 * changes, so they are in the tests of addresses and devices.
 */
import { address } from '../orders.ts';
import { type BadInput, filler, loneSurrogate, malformed, noBody, on, signedOut } from './cases.ts';

const word = 'correct horse 9';
const as = 'shopper' as const;
const uuid = '{unknown}';
const linkDead = { status: 409, code: 'link_dead' };
const dead = { what: 'a dead token', as: 'dead', ...signedOut } as const;

export const account: BadInput[] = [
  ...on('POST /api/user/forgot', {}, [
    ...noBody({ email: 'a@example.in' }),
    { what: 'nothing', json: {} },
    { what: 'a list of e-mails', json: { email: ['a@example.in'] } },
    { what: 'a line break in the e-mail', json: { email: 'a@example.in\r\nBcc: b@example.in' } },
  ]),
  ...on('POST /api/user/reset', {}, [
    ...noBody({ token: 'x', password: word }),
    { what: 'no password', json: { token: filler(43) } },
    { what: 'no link', json: { password: word } },
    { what: 'an object for a link', json: { token: { $ne: '' }, password: word } },
    { what: 'a link of 1,025 characters', json: { token: filler(1025), password: word } },
    { what: 'an invented link', json: { token: filler(43), password: word }, ...linkDead },
    { what: 'SQL for a link', json: { token: "' OR '1'='1", password: word }, ...linkDead },
    { what: 'a password of 129 characters', json: { token: filler(43), password: filler(129) } },
  ]),
  ...on('POST /api/user/email/confirm', {}, [
    ...noBody({ token: 'x' }),
    { what: 'a number for a link', json: { token: 5 } },
    { what: 'an invented link', json: { token: filler(43) }, ...linkDead },
  ]),
  ...on('POST /api/user/name', { as }, [
    ...noBody({ name: 'Asha' }),
    { ...dead, json: { name: 'Asha' } },
    { what: 'blanks', json: { name: '   ' } },
    { what: '81 characters', json: { name: filler(81) } },
    { what: 'a line break', json: { name: 'Asha\nBcc: b@example.in' } },
    { what: 'half a character', json: { name: loneSurrogate }, ...malformed },
  ]),
  ...on('POST /api/user/password', { as }, [
    { ...dead, json: { current: word, password: 'another walk' } },
    { what: 'no present one', json: { password: 'another walk' } },
    { what: 'an object for the present one', json: { current: { $ne: '' }, password: 'another walk' } },
    { what: 'no new one', json: { current: word } },
  ]),
  ...on('POST /api/user/email', { as }, [
    { ...dead, json: { email: 'new@example.in', password: word } },
    { what: 'no password', json: { email: 'new@example.in' } },
    { what: 'two addresses', json: { email: 'a@example.in, b@example.in', password: word } },
  ]),
  ...on('GET /api/user/addresses', signedOut, [
    { what: 'no token', as: 'nobody' },
    { what: 'a forged token', as: 'forged' },
  ]),
  ...on('POST /api/user/addresses', { as }, [
    ...noBody(address),
    { ...dead, json: address },
    { what: 'a pincode of five digits', json: { ...address, zipcode: '56000' } },
    { what: 'a state that is none', json: { ...address, state: 'Atlantis' } },
    { what: 'no street', json: { ...address, address: ' ' } },
    { what: 'half a character in the city', json: { ...address, city: loneSurrogate }, ...malformed },
    { what: 'a number for its id', json: { ...address, id: 7 } },
    { what: 'a path for its id', json: { ...address, id: '../../secret' } },
  ]),
  ...on('POST /api/user/addresses/remove', { as }, [
    { ...dead, json: { id: uuid } },
    { what: 'nothing', json: {} },
    { what: 'SQL for an id', json: { id: "' OR 1=1 --" } },
  ]),
  ...on('GET /api/user/sessions', signedOut, [{ what: 'no token', as: 'nobody' }]),
  ...on('POST /api/user/sessions/end', { as }, [
    { ...dead, json: { id: filler(16) } },
    { what: 'nothing', json: {} },
    { what: 'a pattern for an id', json: { id: '%' } },
  ]),
  ...on('POST /api/user/sessions/end-others', { as }, [dead, { what: 'a list', json: [] }]),
  ...on('POST /api/user/delete', { as }, [
    { ...dead, json: { password: word } },
    { what: 'nothing', json: {} },
    { what: 'an object for a password', json: { password: { $ne: '' } } },
  ]),
];
