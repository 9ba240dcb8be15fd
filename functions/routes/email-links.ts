/** /api/user: emailed links. */
import { Hono } from 'hono';
import { emailLink, forgotForm, resetForm } from '#domain/accounts/account.ts';
import { confirmEmail, confirmRefusals } from '../accounts/confirm-email.ts';
import { deadLink } from '../accounts/links.ts';
import { requestPasswordReset } from '../accounts/request-password-reset.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { clientContext, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, factorIsOptional, setting } from '../http/env.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { owner } from '../http/request-context.ts';
import { success } from '../http/success.ts';

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
    if (!done.ok) throw done;
    return success(c, {
      message:
        'If there is an account with this address, a link is on its way. Please open the newest of our emails.',
    });
  })
  .post(
    '/reset',
    describeRoute('Sets a new password with the link of an email.', [deadLink]),
    body(resetForm),
    async (c) => {
      const context = {
        ...clientContext(c),
        network: c.get('network'),
        tries: setting(c.env.RESET_TRIES, 10),
        factorIsOptional: factorIsOptional(c.env),
      };
      const done = await unavailableWhenBusy(resetPassword(c.get('db'), c.req.valid('json'), context));
      if (!done.ok) throw done;
      return success(c, resetBody(done));
    },
  )
  .post(
    '/email/confirm',
    describeRoute('Confirms an email address with the link of an email.', [deadLink, confirmRefusals]),
    optionallySignedIn,
    body(emailLink),
    async (c) => {
      const done = await confirmEmail(c.get('db'), c.req.valid('json').token, owner(c));
      if (!done.ok) throw done;
      const { purpose, email } = done;
      const message =
        purpose === 'email'
          ? `Your email address is ${email} now.`
          : `Your email address ${email} is confirmed.`;
      return success(c, { purpose, email, message });
    },
  );
