/** /api/user/second-factor: operators set up two-step sign-in for their own account. */
import { Hono } from 'hono';
import { confirmFactorForm, proofForm } from '#domain/accounts/account.ts';
import { confirmFactor, renewRecoveryCodes, startFactorSetup } from '../accounts/set-up-factor.ts';
import { type DeskEnv, operatorAccount } from '../http/operator.ts';
import { desk } from '../http/route.ts';

export const secondFactor = new Hono<DeskEnv>()
  .post(
    '/begin',
    operatorAccount,
    desk('Starts the setup of two-step sign-in.', { body: proofForm }, startFactorSetup),
  )
  .post(
    '/confirm',
    operatorAccount,
    desk('Turns two-step sign-in on.', { body: confirmFactorForm }, confirmFactor, 'Two-step sign-in is on.'),
  )
  .post(
    '/recovery-codes',
    operatorAccount,
    desk(
      'Replaces the recovery codes.',
      { body: proofForm },
      renewRecoveryCodes,
      'These are your new recovery codes. The older ones no longer work.',
    ),
  );
