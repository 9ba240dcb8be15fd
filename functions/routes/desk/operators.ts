/** /api/desk/people: the operators. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import type { Role } from '#domain/accounts/account.ts';
import { emailField } from '#domain/addresses/address.ts';
import { orderEmailChoices } from '#domain/email/order-emails.ts';
import { keysOf } from '#lib/keys.ts';
import type { Proof } from '../../accounts/prove-password.ts';
import {
  type Account,
  changeRole,
  chooseOrderEmails,
  findAccount,
  listOperators,
  resetSecondFactor,
} from '../../desk/operators.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { notFound, Refusal, wrongFields } from '../../http/refusal.ts';
import { owner } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { provingRefusal } from '../account-refusals.ts';
import { conflict } from './conflict.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const addBody = z.object({ email: emailField, ...proofFields });
const emailsBody = z.object({ choice: z.enum(keysOf(orderEmailChoices), 'is not a choice of emails') });
const accountBody = z.object({ id: z.uuid('is not a person'), ...proofFields });

const yourself = (): Refusal =>
  new Refusal(409, 'yourself', 'This is your own account. Another operator has to make this change.');

/** @property missing the refusal for an unknown account */
type RoleChange = { account: Account | undefined; role: Role; proof: Proof; missing: Refusal };

/** Checks the operator's password, then changes the role. @returns the account's name @throws Refusal */
async function setRole(c: Context<DeskEnv>, { missing, proof, ...change }: RoleChange): Promise<string> {
  const person = await proveOperator(c, proof);
  const done = await changeRole(c.get('db'), owner(c), person, change);
  if (done.ok) return done.name;
  switch (done.code) {
    case 'not_found':
      throw missing;
    case 'yourself':
      throw yourself();
    case 'changed': {
      const state = change.role === 'operator' ? 'an operator already' : 'no longer an operator';
      throw conflict(`${done.name} is ${state}.`, { role: change.role });
    }
    default:
      throw provingRefusal({ code: done.code });
  }
}

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
  .post(
    '/add',
    describeRoute('Makes an account an operator.', [
      '409 changed',
      '409 yourself',
      '422 code_needed',
      '422 wrong_code',
    ]),
    body(addBody),
    async (c) => {
      const { email, ...proof } = c.req.valid('json');
      const account = await findAccount(c.get('db'), { email });
      const missing = wrongFields({ email: 'No account has this address. They have to sign up first.' });
      const name = await setRole(c, { account, role: 'operator', proof, missing });
      return success(c, { message: `${name} is an operator now.` });
    },
  )
  .post(
    '/remove',
    describeRoute('Makes an operator a shopper.', [
      '404 not_found',
      '409 changed',
      '409 yourself',
      '422 code_needed',
      '422 wrong_code',
    ]),
    body(accountBody),
    async (c) => {
      const { id, ...proof } = c.req.valid('json');
      const account = await findAccount(c.get('db'), { id });
      const missing = notFound('This account');
      const name = await setRole(c, { account, role: 'shopper', proof, missing });
      return success(c, { message: `${name} is no longer an operator.` });
    },
  )
  .post(
    '/reset-second-factor',
    describeRoute('Turns off the two-step sign-in of an operator.', [
      '404 not_found',
      '409 changed',
      '409 yourself',
      '422 code_needed',
      '422 wrong_code',
    ]),
    body(accountBody),
    async (c) => {
      const { id, ...proof } = c.req.valid('json');
      const account = await findAccount(c.get('db'), { id });
      const person = await proveOperator(c, proof);
      const done = await resetSecondFactor(c.get('db'), owner(c), person, account);
      if (done.ok)
        return success(c, {
          message: `${done.name} is signed out, and has to set up two-step sign-in again.`,
        });
      switch (done.code) {
        case 'not_found':
          throw notFound('This account');
        case 'yourself':
          throw yourself();
        case 'changed':
          throw conflict(`${done.name} no longer has two-step sign-in.`);
        default:
          throw provingRefusal({ code: done.code });
      }
    },
  );
