/** /api/user: emailed links. */
import { Hono } from 'hono';
import { emailLink, forgotForm, resetForm } from '#domain/accounts/account.ts';
import { confirmEmail } from '../accounts/confirm-email.ts';
import { requestPasswordReset } from '../accounts/request-password-reset.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { clientContext, formatWait, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, factorIsOptional, setting } from '../http/env.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { Refusal, tooMany } from '../http/refusal.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { deadLink, weakPassword } from './account-refusals.ts';

type ResetDone = Extract<Awaited<ReturnType<typeof resetPassword>>, { ok: true }>;

/** A password reset signs in, unless the account has a second factor. */
const resetBody = (done: ResetDone) =>
  done.token === null
    ? { token: null, message: 'Your new password is set. Please sign in with it, and with a code.' }
    : {
        token: done.token,
        device: done.device,
        user: done.user,
        message: done.cleared
          ? 'Your new password is set, and you are signed in. We removed the name, addresses and cart that were saved before this email was confirmed.'
          : 'Your new password is set, and you are signed in.',
      };

export const emailLinks = new Hono<Env>()
  .post('/forgot', describeRoute('Emails a link for a new password.'), body(forgotForm), async (c) => {
    const from = { ...clientContext(c), perHour: setting(c.env.RESETS_PER_HOUR, 20) };
    const done = await requestPasswordReset(c.get('db'), c.req.valid('json').email, from);
    if (!done.ok)
      throw tooMany(
        done.seconds,
        `Too many links were requested from your network. Please try again in ${formatWait(done.seconds)}.`,
      );
    return success(c, {
      message:
        'If there is an account with this address, a link is on its way. Please open the newest of our emails.',
    });
  })
  .post(
    '/reset',
    describeRoute('Sets a new password with the link of an email.', ['409 link_dead']),
    body(resetForm),
    async (c) => {
      const context = {
        ...clientContext(c),
        tries: setting(c.env.RESET_TRIES, 10),
        factorIsOptional: factorIsOptional(c.env),
      };
      const done = await unavailableWhenBusy(resetPassword(c.get('db'), c.req.valid('json'), context));
      if (done.ok) return success(c, resetBody(done));
      switch (done.code) {
        case 'weak_password':
          throw weakPassword();
        case 'link_dead':
          throw deadLink('Please ask for a new one.');
        case 'too_many':
          throw tooMany(done.seconds, 'This link was tried too often. Please ask for a new one.');
      }
    },
  )
  .post(
    '/email/confirm',
    describeRoute('Confirms an email address with the link of an email.', [
      '401 sign_in',
      '409 link_dead',
      '409 email_taken',
    ]),
    optionallySignedIn,
    body(emailLink),
    async (c) => {
      const done = await confirmEmail(c.get('db'), c.req.valid('json').token, owner(c));
      if (done.ok)
        return success(c, {
          purpose: done.purpose,
          email: done.email,
          message:
            done.purpose !== 'email'
              ? `Your email address ${done.email} is confirmed.`
              : `Your email address is ${done.email} now.`,
        });
      if (done.code === 'sign_in')
        throw new Refusal(
          401,
          'sign_in',
          'Please sign in to your account on this device first. Then confirm the address.',
        );
      if (done.code === 'link_dead') throw deadLink('You can ask for a new one in your account.');
      throw new Refusal(
        409,
        'email_taken',
        'Another account uses this email address now, so yours was not changed.',
      );
    },
  );
