/** /api/desk/people: who may come behind the counter. */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import type { Role } from '#features/accounts/account.ts';
import { emailField } from '#features/addresses/address.ts';
import type { Proof } from '../../accounts/prove.ts';
import { changeRole, type Found, findPerson, listPeople, resetSecondFactor } from '../../desk/people.ts';
import { body } from '../../http/body.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { owner } from '../../http/request-context.ts';
import { provingRefusal } from '../account-refusals.ts';
import { changed } from './changed.ts';
import { proofAgain, provenOperator } from './proven.ts';

const adding = z.object({ email: emailField, ...proofAgain });
const one = z.object({ id: z.uuid('is not a person'), ...proofAgain });

const yourself = (): Refusal =>
  new Refusal(409, 'yourself', 'This is your own account: another operator has to do it.');

/** @property missing said of an account that is not there */
type Wanted = { found: Found | undefined; role: Role; proof: Proof; missing: Refusal };

/** The operator's password first, then the role. @returns whose it is @throws Refusal */
async function roleChanged(c: Context<DeskEnv>, { missing, proof, ...wanted }: Wanted): Promise<string> {
  const person = await provenOperator(c, proof);
  const done = await changeRole(c.get('db'), owner(c), person, wanted);
  if (done.ok) return done.name;
  switch (done.code) {
    case 'not_found':
      throw missing;
    case 'yourself':
      throw yourself();
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
    const { email, ...proof } = c.req.valid('json');
    const found = await findPerson(c.get('db'), { email });
    const missing = wrongFields({ email: 'No account has this address. They have to sign up first.' });
    const name = await roleChanged(c, { found, role: 'operator', proof, missing });
    return c.json({ success: true as const, message: `${name} is an operator now.` });
  })
  .post('/remove', body(one), async (c) => {
    const { id, ...proof } = c.req.valid('json');
    const found = await findPerson(c.get('db'), { id });
    const missing = notFound('This account');
    const name = await roleChanged(c, { found, role: 'shopper', proof, missing });
    return c.json({ success: true as const, message: `${name} is no longer an operator.` });
  })
  .post('/reset-second-factor', body(one), async (c) => {
    const { id, ...proof } = c.req.valid('json');
    const found = await findPerson(c.get('db'), { id });
    const person = await provenOperator(c, proof);
    const done = await resetSecondFactor(c.get('db'), owner(c), person, found);
    if (done.ok)
      return c.json({
        success: true as const,
        message: `${done.name} is signed out, and sets up two-step sign-in anew.`,
      });
    switch (done.code) {
      case 'not_found':
        throw notFound('This account');
      case 'yourself':
        throw yourself();
      case 'changed':
        throw changed(`${done.name} has no two-step sign-in any more.`);
      default:
        throw provingRefusal({ code: done.code });
    }
  });
