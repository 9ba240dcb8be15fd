/** /api/user: registering, signing in and out. */
import { Hono } from 'hono';
import { users } from '#db/schema/index.ts';
import { credentials, registration } from '#domain/accounts/account.ts';
import { login, logout, wrongCredentials } from '../accounts/login.ts';
import { emailTaken, register } from '../accounts/register.ts';
import { hasFactor, recoveryCodesLeft, signInCode } from '../accounts/second-factor.ts';
import { clientContext, freeSignIns, unavailableWhenBusy } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { runAfterResponse } from '../http/dispatch-emails.ts';
import { type Env, factorIsOptional, setting } from '../http/env.ts';
import { signedIn, signedInToEnd } from '../http/middleware.ts';
import { success } from '../http/success.ts';
import { signedOut } from '../lib/refusal.ts';
import { findSessionUser, serializeUser } from '../lib/session.ts';

type LoggedIn = Extract<Awaited<ReturnType<typeof login>>, { ok: true }>;

/** A one-time password does not sign in: the response has a token for choosing another password. */
const loginBody = (done: LoggedIn) =>
  'resetToken' in done
    ? {
        resetToken: done.resetToken,
        message: 'This password could be used only once. Please choose a new one.',
      }
    : { token: done.token, device: done.device, user: done.user, message: 'Logged in successfully!' };

export const user = new Hono<Env>()
  .post(
    '/register',
    describeRoute('Creates an account and signs in.', [emailTaken]),
    body(registration),
    async (c) => {
      const perHour = setting(c.env.REGISTRATIONS_PER_HOUR, 60);
      const done = await unavailableWhenBusy(
        register(c.get('db'), c.req.valid('json'), { ...clientContext(c), perHour }),
      );
      if (!done.ok) throw done;
      const { token, device, user } = done;
      return success(c, { token, device, user, message: 'Account created successfully!' });
    },
  )
  .post(
    '/login',
    describeRoute('Signs in.', [wrongCredentials, signInCode]),
    body(credentials),
    async (c) => {
      const context = {
        ...clientContext(c),
        freeTries: freeSignIns(c),
        signInsPerHour: setting(c.env.SIGN_INS_PER_HOUR, 60),
        factorIsOptional: factorIsOptional(c.env),
        runAfterResponse: runAfterResponse(c),
      };
      const done = await unavailableWhenBusy(login(c.get('db'), c.req.valid('json'), context));
      if (!done.ok) throw done;
      return success(c, loginBody(done));
    },
  )
  .post(
    '/logout',
    describeRoute('Ends the session, also one that has ended already.'),
    signedInToEnd,
    async (c) => {
      await logout(c.get('db'), c.get('tokenHash'));
      return success(c, { message: 'You are signed out.' });
    },
  )
  .get('/me', describeRoute('Reads the account of the session.'), signedIn, async (c) => {
    const more = { factor: hasFactor(users.id), codes: recoveryCodesLeft(users.id) };
    const [person] = await findSessionUser(c.get('db'), c.get('tokenHash'), c.get('now'), more);
    if (!person) throw signedOut();
    const { elevated, factor, codes } = person;
    return success(c, {
      user: serializeUser(person),
      /** The account has a second factor. */
      secondFactor: Boolean(factor),
      recoveryCodes: codes,
      /** The session may use the desk if its account is an operator. */
      elevated,
    });
  });
