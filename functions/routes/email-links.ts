/** /api/user: emailed links. */
import { Hono } from 'hono';
import { emailLink, forgotForm, resetForm } from '#domain/accounts/account.ts';
import { confirmEmail } from '../accounts/confirm-email.ts';
import { requestPasswordReset } from '../accounts/request-password-reset.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import type { Env } from '../http/env.ts';
import { route, type Success } from '../http/route.ts';

type ResetDone = Success<Awaited<ReturnType<typeof resetPassword>>>;

/** A password reset signs in, unless the account has a second factor. */
const resetBody = (done: ResetDone) =>
  done.token === null
    ? { token: null, message: 'Your new password is set. Please sign in with it, and with a code.' }
    : {
        token: done.token,
        device: done.device,
        user: done.user,
        message: done.cleared
          ? 'Your new password is set, and you are signed in. We removed the name, addresses, cart and wish list that were saved before this email was confirmed.'
          : 'Your new password is set, and you are signed in.',
      };

export const emailLinks = new Hono<Env>()
  .post(
    '/forgot',
    route(
      'Emails a link for a new password.',
      { body: forgotForm },
      requestPasswordReset,
      'If there is an account with this address, a link is on its way. Please open the newest of our emails.',
    ),
  )
  .post(
    '/reset',
    route('Sets a new password with the link of an email.', { body: resetForm }, resetPassword, resetBody),
  )
  .post(
    '/email/confirm',
    route(
      'Confirms an email address with the link of an email.',
      { session: 'optional', body: emailLink },
      confirmEmail,
      ({ purpose, email }) => ({
        purpose,
        email,
        message:
          purpose === 'email'
            ? `Your email address is ${email} now.`
            : `Your email address ${email} is confirmed.`,
      }),
    ),
  );
