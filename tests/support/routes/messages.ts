/** Routes of tickets and the newsletter. */
import { soldOut, toner } from '../orders.ts';
import { filler, notFound, refused } from './bad-input.ts';
import { anybody, plain, type RouteTable, the } from './route.ts';

const enterEmail = 'Please enter your email address';
const wrongEmail = 'Please enter a valid email address';
const unprintable = 'This contains a character that we cannot print';
const ticket = { email: 'a@example.in', subject: 'Help', message: 'Where is it?', issueType: 'order' };

export const messages: RouteTable = {
  'POST /api/contact/submit': {
    may: anybody,
    calls: 2,
    requests: [{ json: { name: 'A', email: the.email, subject: 'Help', message: 'Where?' } }],
    bad: [
      { what: 'text that runs backwards in the subject', json: { ...ticket, subject: 'Help \u202egnp.exe' } },
      { what: 'a control character in the name', json: { ...ticket, name: 'A\u0007Bcc: b@example.in' } },
      { what: 'a NUL in the name', json: { ...ticket, name: 'A\u0000' } },
      ...refused(ticket, {
        email: {
          [enterEmail]: [undefined, ' ', 7],
          [wrongEmail]: ['asha', 'a@b.in,c@d.in', 'a@b.in\nBcc: c@d.in', `${filler(290)}@b.in`],
        },
        subject: {
          'Please enter a subject': [undefined, '\t', null],
          'Please use at most 120 characters': [filler(121)],
          [unprintable]: ['a\r\nb'],
        },
        message: {
          'Please enter a description': [undefined, '\n \n', ['a']],
          'Please use at most 4000 characters': [filler(4001)],
          [unprintable]: ['a\u0000b'],
        },
        issueType: { 'Please choose what it is about': ['gift', ''] },
        name: {
          'Your name can have at most 80 characters': [filler(81)],
          'Your name contains a character that we cannot print': ['A\u0007B'],
        },
      }),
    ],
  },
  'POST /api/subscribe': {
    may: anybody,
    calls: 2,
    requests: [{ json: { email: 'new@example.in' } }, { json: { email: 'new@example.in' } }],
    bad: [
      { what: 'nothing', json: {} },
      { what: 'no host', json: { email: 'a@b' } },
      { what: 'two addresses', json: { email: 'a@example.in, b@example.in' } },
      { what: 'a line break', json: { email: 'a@example.in\r\nBcc: b@example.in' } },
      { what: 'an object', json: { email: { a: 1 } } },
      ...refused({}, { email: { [enterEmail]: [undefined, 7, '', null], [wrongEmail]: ['asha'] } }),
    ],
  },
  'POST /api/product/stock-alerts': {
    may: anybody,
    calls: 1,
    requests: [
      { json: { productId: soldOut, email: 'new@example.in' } },
      { json: { productId: soldOut, email: 'new@example.in' } },
    ],
    bad: [
      ...refused(
        { productId: toner, email: 'a@example.in' },
        {
          productId: { 'must be the id of a product or of its variant': ['A B', '../x'] },
          email: { [enterEmail]: [undefined, 7, '', null], [wrongEmail]: ['asha'] },
        },
      ),
    ],
  },
  'POST /api/unsubscribe': {
    may: anybody,
    requests: [
      { query: `?token=${the.unsubscribeToken}`, json: {} },
      // Too short to be a link.
      { query: '?token=x', json: {}, by: 'nobody', status: 404, calls: 0 },
    ],
    bad: [
      { what: 'no link' },
      { what: 'a link of 201 characters', query: `?token=${filler(201)}` },
      { what: 'an unknown link', query: `?token=${filler(22)}`, ...notFound },
    ],
  },
  'GET /api/unsubscribe': {
    may: anybody,
    calls: 0,
    isPublic: true,
    requests: plain.map((one) => ({ ...one, status: 302 })),
  },
};
