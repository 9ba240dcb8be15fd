import { expect, test } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

test.each([
  ...[
    'gmial.com',
    'gmail.con',
    'gmail.co',
    'gmai.com',
    'gnail.com',
    'gmaill.com',
    'gamil.com',
    'gmail.cm',
  ].map((typed) => [typed, 'gmail.com']),
  ...['gmail', 'gmail.in', 'gmail.co.in', 'gmailcom', 'gmail.vom', 'gmil.con', 'ggmail.com', 'hmail.com'].map(
    (typed) => [typed, 'gmail.com'],
  ),
  ...['yaho.com', 'yahoo.con', 'yhaoo.com', 'yahoo.co', 'yahoo'].map((typed) => [typed, 'yahoo.com']),
  ...['yahoo.co.n', 'yaho.co.in', 'yahoo.coin'].map((typed) => [typed, 'yahoo.co.in']),
  ...['redifmail.com', 'rediffmial.com', 'rediffmail.con', 'reddifmail.com'].map((typed) => [
    typed,
    'rediffmail.com',
  ]),
  ['hotmial.com', 'hotmail.com'],
  ['hotmal.com', 'hotmail.com'],
  ['outlok.com', 'outlook.com'],
  ['outlook.con', 'outlook.com'],
  ['iclod.com', 'icloud.com'],
])('%s: %s is meant', (typed, meant) => expect(suggestEmail(`asha.rao@${typed}`)).toBe(`asha.rao@${meant}`));

test.each([
  'gmail.com',
  'rediffmail.com',
  'yahoo.co.in',
  'yahoo.co.uk',
  'yahoo.fr',
  'hotmail.fr',
  'yahoo.com.au',
  'example.in',
  'harita.example',
  'mail.com',
  'email.com',
  'me.com',
  'love.com',
  'small.com',
  'iitb.ac.in',
  'gail.co.in',
  'google.com',
  'hotel.com',
  'infosys.com',
  'tcs.com',
  'proton.me',
  'live.in',
])('%s: nothing is suggested', (domain) => expect(suggestEmail(`asha@${domain}`)).toBeUndefined());

test.each(['', 'asha', '@gmial.com'])('%j is no address', (typed) =>
  expect(suggestEmail(typed)).toBeUndefined(),
);
