/** /api/user: opening an account, signing in and out. */
import { Hono } from 'hono';
import { users } from '#db/schema/index.ts';
import { credentials, registration } from '#features/accounts/account.ts';
import { login, logout } from '../accounts/login.ts';
import { register } from '../accounts/register.ts';
import { codesLeft, hasFactor } from '../accounts/second-factor.ts';
import { afterwards, freeSignIns, hashing, here, inWords, tooManyTries } from '../http/accounts.ts';
import { body } from '../http/body.ts';
import { type Env, factorIsOptional, setting } from '../http/env.ts';
import { signedIn, signedInToEnd } from '../http/middleware.ts';
import { Refusal, signedOut, tooMany } from '../http/refusal.ts';
import { answerUser, personOf } from '../session/session.ts';
import { codeRefusal, weakPassword } from './account-refusals.ts';

type LoggedIn = Extract<Awaited<ReturnType<typeof login>>, { ok: true }>;

/** A one-time password leads to a password of one's own; only then is anybody signed in. */
const loggedIn = (done: LoggedIn) =>
  'resetToken' in done
    ? {
        success: true as const,
        resetToken: done.resetToken,
        message: 'That password was for once. Please choose one of your own.',
      }
    : {
        success: true as const,
        token: done.token,
        device: done.device,
        user: done.user,
        message: 'Logged in successfully!',
      };

export const user = new Hono<Env>()
  .post('/register', body(registration), async (c) => {
    const perHour = setting(c.env.REGISTRATIONS_PER_HOUR, 60);
    const done = await hashing(register(c.get('db'), c.req.valid('json'), { ...here(c), perHour }));
    if (done.ok)
      return c.json({
        success: true as const,
        token: done.token,
        device: done.device,
        user: done.user,
        message: 'Account created successfully!',
      });
    switch (done.code) {
      case 'weak_password':
        throw weakPassword();
      case 'email_taken':
        throw new Refusal(409, 'email_taken', 'There is an account with this email already. Please log in.', {
          fields: { email: 'There is an account with this email already.' },
        });
      case 'too_many':
        throw tooMany(
          done.seconds,
          `Too many accounts were opened from here. Please try again in ${inWords(done.seconds)}.`,
        );
    }
  })
  .post('/login', body(credentials), async (c) => {
    const context = {
      ...here(c),
      freeTries: freeSignIns(c),
      factorIsOptional: factorIsOptional(c.env),
      later: afterwards(c),
    };
    const done = await hashing(login(c.get('db'), c.req.valid('json'), context));
    if (done.ok) return c.json(loggedIn(done));
    if (done.code === 'too_many') throw tooManyTries(done.seconds);
    if (done.code !== 'wrong_credentials') throw codeRefusal(done.code, 401);
    throw new Refusal(401, 'wrong_credentials', 'The email or the password is not right.');
  })
  .post('/logout', signedInToEnd, async (c) => {
    await logout(c.get('db'), c.get('tokenHash'));
    return c.json({ success: true as const, message: 'You are signed out.' });
  })
  .get('/me', signedIn, async (c) => {
    const more = { factor: hasFactor(users.id), codes: codesLeft(users.id) };
    const [person] = await personOf(c.get('db'), c.get('tokenHash'), c.get('now'), more);
    if (!person) throw signedOut();
    const { elevated, factor, codes } = person;
    return c.json({
      success: true as const,
      user: answerUser(person),
      /** Codes are asked for with the password. */
      secondFactor: Boolean(factor),
      recoveryCodes: codes,
      /** The session may work at the desk, if its person is an operator. */
      elevated,
    });
  });
