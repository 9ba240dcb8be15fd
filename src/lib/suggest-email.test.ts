import { expect, test } from 'vitest';
import { suggestEmail } from './suggest-email.ts';

const meant = {
  'gmail.com': `gmial.com gmail.con gmail.co gmai.com gnail.com gmaill.com gamil.com gmail.cm gmail gmail.in
    gmail.co.in gmailcom gmail.vom gmil.con ggmail.com hmail.com`,
  'yahoo.com': 'yaho.com yahoo.con yhaoo.com yahoo.co yahoo',
  'yahoo.co.in': 'yahoo.co.n yaho.co.in yahoo.coin',
  'rediffmail.com': 'redifmail.com rediffmial.com rediffmail.con reddifmail.com',
  'hotmail.com': 'hotmial.com hotmal.com',
  'outlook.com': 'outlok.com outlook.con',
  'icloud.com': 'iclod.com',
};
test.each(Object.entries(meant).flatMap(([domain, all]) => all.split(/\s+/).map((typed) => [typed, domain])))(
  '%s: %s is meant',
  (typed, domain) => expect(suggestEmail(`asha.rao@${typed}`)).toBe(`asha.rao@${domain}`),
);

const right = `gmail.com rediffmail.com yahoo.co.in yahoo.co.uk yahoo.fr hotmail.fr yahoo.com.au example.in
  harita.example mail.com email.com me.com love.com small.com iitb.ac.in gail.co.in google.com hotel.com
  infosys.com tcs.com proton.me live.in`;
test.each(right.split(/\s+/))('%s: nothing is suggested', (domain) =>
  expect(suggestEmail(`asha@${domain}`)).toBeUndefined(),
);

test.each(['', 'asha', '@gmial.com'])('%j is no address', (typed) =>
  expect(suggestEmail(typed)).toBeUndefined(),
);
