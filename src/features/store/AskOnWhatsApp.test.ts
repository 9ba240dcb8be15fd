/** The link to WhatsApp (docs/behaviour.md, "Support"). */
import { expect, test } from 'vitest';
import AskOnWhatsApp, { whatsAppUrl } from './AskOnWhatsApp.tsx';

test('has the digits of the number, and the text in a form that every app reads', () =>
  expect(whatsAppUrl('+91 80000 00000', 'Glow & Go')).toBe(
    'https://wa.me/918000000000?text=Hello%2C%20I%20have%20a%20question%20about%20Glow%20%26%20Go.',
  ));

test.each([undefined, ''])('with a number of %j nothing is shown', (number) =>
  expect(AskOnWhatsApp({ number })).toBeNull(),
);
