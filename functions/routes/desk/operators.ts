/** /api/desk/people: the operators. */
import { Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { orderEmailChoices } from '#domain/email/order-emails.ts';
import { keysOf } from '#lib/keys.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import {
  addOperator,
  allowContent,
  chooseOrderEmails,
  listOperators,
  removeOperator,
  resetSecondFactor,
} from '../../desk/operators.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';

const addBody = z.object({ email: emailField, ...proofFields });
const emailsBody = z.object({ choice: z.enum(keysOf(orderEmailChoices), 'is not a choice of emails') });
const accountBody = z
  .object({ id: z.uuid('is not a person'), ...proofFields })
  .meta({ title: 'ProofAboutOperator' });
const contentBody = accountBody.extend({ allowed: z.boolean('must be true or false') });

export const operators = new Hono<DeskEnv>()
  .get('/', desk('Lists the operators.', {}, listOperators))
  .post(
    '/order-emails',
    desk(
      'Chooses which emails about orders the operator gets.',
      { body: emailsBody },
      chooseOrderEmails,
      (_, { choice }) => ({
        message: `Emails to you about orders: ${orderEmailChoices[choice].toLowerCase()}.`,
      }),
    ),
  )
  .post(
    '/add',
    desk('Makes an account an operator.', { body: addBody }, addOperator, ({ name }) => ({
      message: `${name} is an operator now.`,
    })),
  )
  .post(
    '/remove',
    desk('Makes an operator a shopper.', { body: accountBody }, removeOperator, ({ name }) => ({
      message: `${name} is no longer an operator.`,
    })),
  )
  .post(
    '/content',
    desk(
      'Lets an operator change products, prices and texts, or no longer.',
      { body: contentBody },
      allowContent,
      ({ name }, { allowed }) => ({
        message: `${name} may ${allowed ? 'now' : 'no longer'} change products and texts.`,
      }),
    ),
  )
  .post(
    '/reset-second-factor',
    desk(
      'Turns off the two-step sign-in of an operator.',
      { body: accountBody },
      resetSecondFactor,
      ({ name }) => ({ message: `${name} is signed out, and has to set up two-step sign-in again.` }),
    ),
  );
