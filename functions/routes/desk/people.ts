/** /api/desk/people: who may come behind the counter. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Role } from '#features/accounts/account.ts';
import { emailField } from '#features/checkout/address.ts';
import { changeRole, type Found, findPerson, listPeople } from '../../desk/people.ts';
import { body } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { owner } from '../../http/shop.ts';
import { provingRefusal } from '../account-refusals.ts';
import { changed } from './changed.ts';
import { passwordAgain, provenOperator } from './proven.ts';

const adding = z.object({ email: emailField, password: passwordAgain });
const removing = z.object({ id: z.uuid('is not a person'), password: passwordAgain });

/** @property missing said of an account that is not there */
type Wanted = { found: Found | undefined; role: Role; password: string; missing: Refusal };

/** The operator's password first, then the role. @returns whose it is @throws Refusal */
async function roleChanged(c: Context<DeskEnv>, { missing, password, ...wanted }: Wanted): Promise<string> {
  const person = await provenOperator(c, password);
  const done = await changeRole(c.get('db'), owner(c), person, wanted);
  if (done.ok) return done.name;
  switch (done.code) {
    case 'not_found':
      throw missing;
    case 'yourself':
      throw new Refusal(409, 'yourself', 'This is your own account: another operator has to do it.');
    case 'changed': {
      const state = wanted.role === 'operator' ? 'an operator already' : 'no operator any more';
      throw changed(`${done.name} is ${state}.`, { role: wanted.role });
    }
    default:
      throw provingRefusal({ code: done.code });
  }
}

export const people = new Hono<DeskEnv>()
  .get('/', async (c) =>
    c.json({
      success: true as const,
      people: await listPeople(c.get('db'), c.get('operator'), c.get('now')),
    }),
  )
  .post('/add', body(adding), async (c) => {
    const { email, password } = c.req.valid('json');
    const found = await findPerson(c.get('db'), { email });
    const missing = wrongFields({ email: 'No account has this address. They have to sign up first.' });
    const name = await roleChanged(c, { found, role: 'operator', password, missing });
    return c.json({ success: true as const, message: `${name} is an operator now.` });
  })
  .post('/remove', body(removing), async (c) => {
    const { id, password } = c.req.valid('json');
    const found = await findPerson(c.get('db'), { id });
    const missing = notFound('This account');
    const name = await roleChanged(c, { found, role: 'shopper', password, missing });
    return c.json({ success: true as const, message: `${name} is no longer an operator.` });
  });
