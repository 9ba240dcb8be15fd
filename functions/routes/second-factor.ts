/** /api/user/second-factor: operators set up two-step sign-in for their own account. */
import { Hono } from 'hono';
import { confirmFactorForm, proofForm } from '#domain/accounts/account.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import {
  confirmFactor,
  hasFactorAlready,
  noFactor,
  renewRecoveryCodes,
  startFactorSetup,
} from '../accounts/set-up-factor.ts';
import { freeTries, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type DeskEnv, operatorAccount } from '../http/operator.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';

export const secondFactor = new Hono<DeskEnv>()
  .post(
    '/begin',
    describeRoute('Starts the setup of two-step sign-in.', [hasFactorAlready]),
    operatorAccount,
    body(proofForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        startFactorSetup(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw done;
      return success(c, { secret: done.secret, uri: done.uri });
    },
  )
  .post(
    '/confirm',
    describeRoute('Turns two-step sign-in on.', [hasFactorAlready, sessionCode.wrongCode]),
    operatorAccount,
    body(confirmFactorForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        confirmFactor(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw done;
      return success(c, { codes: done.codes, message: 'Two-step sign-in is on.' });
    },
  )
  .post(
    '/recovery-codes',
    describeRoute('Replaces the recovery codes.', [noFactor, sessionCode]),
    operatorAccount,
    body(proofForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        renewRecoveryCodes(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw done;
      return success(c, {
        codes: done.codes,
        message: 'These are your new recovery codes. The older ones no longer work.',
      });
    },
  );
