/** /api/desk/people: the operators. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Role } from '#domain/accounts/account.ts';
import { emailField } from '#domain/addresses/address.ts';
import { orderEmailChoices } from '#domain/email/order-emails.ts';
import { keysOf } from '#lib/keys.ts';
import type { Proof } from '../../accounts/prove-password.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { conflict } from '../../desk/conflict.ts';
import {
  type Account,
  changeRole,
  chooseOrderEmails,
  findAccount,
  listOperators,
  resetSecondFactor,
  unknownAccount,
  yourself,
} from '../../desk/operators.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { notFound, type Refusal, wrongFields } from '../../lib/refusal.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const addBody = z.object({ email: emailField, ...proofFields });
const emailsBody = z.object({ choice: z.enum(keysOf(orderEmailChoices), 'is not a choice of emails') });
const accountBody = z.object({ id: z.uuid('is not a person'), ...proofFields });

/** @property missing the refusal for an unknown account */
type RoleChange = { account: Account | undefined; role: Role; proof: Proof; missing: Refusal };

/** Checks the operator's password, then changes the role. @returns the account's name @throws Refusal */
async function setRole(c: Context<DeskEnv>, { proof, ...change }: RoleChange): Promise<string> {
  const person = await proveOperator(c, proof);
  const done = await changeRole(c.get('db'), owner(c), person, change);
  if (!done.ok) throw done;
  return done.name;
}

/** Refusals of the changes of another operator's account. */
const refusals = [conflict, yourself, sessionCode];

export const operators = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists the operators.'), async (c) =>
    success(c, { people: await listOperators(c.get('db'), c.get('operator'), c.get('now')) }),
  )
  .post(
    '/order-emails',
    describeRoute('Chooses which emails about orders the operator gets.'),
    body(emailsBody),
    async (c) => {
      const { choice } = c.req.valid('json');
      await chooseOrderEmails(c.get('db'), c.get('operator'), choice, c.get('now'));
      return success(c, {
        message: `Emails to you about orders: ${orderEmailChoices[choice].toLowerCase()}.`,
      });
    },
  )
  .post('/add', describeRoute('Makes an account an operator.', refusals), body(addBody), async (c) => {
    const { email, ...proof } = c.req.valid('json');
    const account = await findAccount(c.get('db'), { email });
    const missing = wrongFields({ email: 'No account has this address. They have to sign up first.' });
    const name = await setRole(c, { account, role: 'operator', proof, missing });
    return success(c, { message: `${name} is an operator now.` });
  })
  .post(
    '/remove',
    describeRoute('Makes an operator a shopper.', [notFound, ...refusals]),
    body(accountBody),
    async (c) => {
      const { id, ...proof } = c.req.valid('json');
      const account = await findAccount(c.get('db'), { id });
      const missing = unknownAccount();
      const name = await setRole(c, { account, role: 'shopper', proof, missing });
      return success(c, { message: `${name} is no longer an operator.` });
    },
  )
  .post(
    '/reset-second-factor',
    describeRoute('Turns off the two-step sign-in of an operator.', [notFound, ...refusals]),
    body(accountBody),
    async (c) => {
      const { id, ...proof } = c.req.valid('json');
      const account = await findAccount(c.get('db'), { id });
      const person = await proveOperator(c, proof);
      const done = await resetSecondFactor(c.get('db'), owner(c), person, account);
      if (!done.ok) throw done;
      return success(c, { message: `${done.name} is signed out, and has to set up two-step sign-in again.` });
    },
  );
