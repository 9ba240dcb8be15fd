/** /api/user/second-factor: operators set up two-step sign-in for their own account. */
import { Hono } from 'hono';
import { confirmFactorForm, proofForm } from '#domain/accounts/account.ts';
import { confirmFactor, renewRecoveryCodes, startFactorSetup } from '../accounts/set-up-factor.ts';
import { freeTries, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type DeskEnv, operatorAccount } from '../http/operator.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { provingRefusal } from './account-refusals.ts';

export const secondFactor = new Hono<DeskEnv>()
  .post(
    '/begin',
    describeRoute('Starts the setup of two-step sign-in.', ['409 has_factor']),
    operatorAccount,
    body(proofForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        startFactorSetup(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw provingRefusal(done);
      return success(c, { secret: done.secret, uri: done.uri });
    },
  )
  .post(
    '/confirm',
    describeRoute('Turns two-step sign-in on.', ['409 has_factor', '422 wrong_code']),
    operatorAccount,
    body(confirmFactorForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        confirmFactor(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw provingRefusal(done);
      return success(c, { codes: done.codes, message: 'Two-step sign-in is on.' });
    },
  )
  .post(
    '/recovery-codes',
    describeRoute('Replaces the recovery codes.', ['409 no_factor', '422 code_needed', '422 wrong_code']),
    operatorAccount,
    body(proofForm),
    async (c) => {
      const done = await unavailableWhenBusy(
        renewRecoveryCodes(c.get('db'), owner(c), c.req.valid('json'), freeTries(c)),
      );
      if (!done.ok) throw provingRefusal(done);
      return success(c, {
        codes: done.codes,
        message: 'These are your new recovery codes. The older ones no longer work.',
      });
    },
  );
