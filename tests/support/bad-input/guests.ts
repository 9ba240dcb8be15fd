/** Bad input to guests: ordering without an account, links to orders, and tracking. */
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
} from './cases.ts';

const guest = { name: 'Asha Rao', email: 'guest@example.in', phone: '9876543210' };
const tracked = { reference: 'ORD-123456', contact: '9876543210' };
const link = { link: '{unknown}' };
const password = 'a long walk in Lalbagh';

export const guests: BadInput[] = [
  ...on('POST /api/user/guest', { as: 'nobody' }, [
    ...noBody(guest),
    ...large(64 * kib),
    { what: 'nothing', json: {} },
    { what: 'a blank name', json: { ...guest, name: ' ' } },
    { what: 'a name of 122 characters', json: { ...guest, name: filler(122) } },
    { what: 'a control character in the name', json: { ...guest, name: 'Asha\u0007Rao' } },
    { what: 'half a character in the name', json: { ...guest, name: loneSurrogate }, ...malformed },
    { what: 'two addresses', json: { ...guest, email: 'a@example.in, b@example.in' } },
    { what: 'a list of addresses', json: { ...guest, email: [guest.email] } },
    { what: 'a line break in the e-mail', json: { ...guest, email: 'a@example.in\nBcc: b@example.in' } },
    { what: 'a phone of another country', json: { ...guest, phone: '+1 212 555 0100' } },
    { what: 'a number for a phone', json: { ...guest, phone: 9876543210 } },
    { what: 'no phone', json: { ...guest, phone: undefined } },
  ]),
  ...on('POST /api/user/claim', { as: 'nobody' }, [
    ...noBody({ password }),
    { what: 'nothing', json: {} },
    { what: 'a password of 7 characters', json: { password: 'short 7' } },
    { what: 'a password of 129 characters', json: { password: filler(129) } },
    { what: 'an object for a password', json: { password: { $ne: '' } } },
    { what: 'a list of links', json: { link: [link], password } },
    { what: 'a link of 201 characters', json: { link: filler(201), password } },
    { what: 'a password without a session', json: { password }, ...signedOut },
    { what: 'a dead token', as: 'dead', json: { password }, ...signedOut },
    { what: 'a forged token', as: 'forged', json: { password }, ...signedOut },
  ]),
  ...on('POST /api/order/open', { as: 'nobody' }, [
    ...noBody(link),
    { what: 'no link', json: {} },
    { what: 'null for a link', json: { link: null } },
    { what: 'a list of links', json: { link: [link.link] } },
    { what: 'a link of 201 characters', json: { link: filler(201) } },
  ]),
  ...['document', 'document.pdf'].flatMap((path) =>
    on(`POST /api/order/${path}`, { as: 'shopper' }, [
      ...noBody(link),
      { what: 'neither order nor link', json: {} },
      { what: 'a list of orders', json: { orderId: ['{foreign}'] } },
      { what: 'SQL for an order', json: { orderId: "' OR 1=1 --" } },
      { what: 'another person’s order', json: { orderId: '{foreign}' }, ...notFound },
      { what: 'an unknown order', json: { orderId: '{unknown}' }, ...notFound },
      { what: 'a number of 17 characters', json: { orderId: '{foreign}', number: 'HRT/26-27/0000001' } },
      { what: 'a number for a number', json: { orderId: '{foreign}', number: 1 } },
      { what: 'SQL for a number', json: { orderId: '{foreign}', number: "' OR 1=1 --" } },
      {
        what: 'a number of another person’s order',
        json: { orderId: '{foreign}', number: 'HRT/26-27/000001' },
        ...notFound,
      },
      { what: 'a link of 201 characters', json: { link: filler(201) } },
      { what: 'a dead token', as: 'dead', json: { orderId: '{foreign}' }, ...signedOut },
    ]),
  ),
  ...on('POST /api/order/join', { as: 'shopper' }, [
    ...noBody(link),
    { what: 'no link', json: {} },
    { what: 'a link of 201 characters', json: { link: filler(201) } },
    { what: 'no token', as: 'nobody', json: link, ...signedOut },
  ]),
  ...on('POST /api/order/track', { as: 'nobody' }, [
    ...noBody(tracked),
    { what: 'nothing', json: {} },
    { what: 'five digits', json: { ...tracked, reference: '12345' } },
    { what: 'nine digits', json: { ...tracked, reference: '123456789' } },
    { what: 'an order id', json: { ...tracked, reference: '{foreign}' } },
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
  ]),
];
