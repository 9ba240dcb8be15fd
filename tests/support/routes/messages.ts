/** Routes of tickets and the newsletter. */
import { filler, notFound } from './bad-input.ts';
import { anybody, plain, type RouteTable, the } from './route.ts';

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
