/** /api/user: accounts and sessions. */
import { type Context, Hono } from 'hono';
import { credentials, registration } from '#features/accounts/account.ts';
import { NoTurn } from '#lib/turns.ts';
import { login, logout } from '../accounts/login.ts';
import { register } from '../accounts/register.ts';
import { personOf } from '../accounts/session.ts';
import { type Env, setting } from '../env.ts';
import { body } from '../http/body.ts';
import { addressOf, signedIn } from '../http/middleware.ts';
import { Refusal, signedOut, tooMany, unavailable, wrongFields } from '../http/refusal.ts';

/** Hashing is bounded; who comes when the queue is full is asked to come again, not to wait unheard. */
async function hashing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof NoTurn ? unavailable() : error;
  }
}

const minutes = (seconds: number): string =>
  seconds < 60 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`;

const here = (c: Context<Env>) => ({ address: addressOf(c.req), now: c.get('now') });

export const user = new Hono<Env>()
  .post('/register', body(registration), async (c) => {
    const perHour = setting(c.env.REGISTRATIONS_PER_HOUR, 60);
    const done = await hashing(register(c.get('db'), c.req.valid('json'), { ...here(c), perHour }));
    if (done.ok)
      return c.json({
        success: true as const,
        token: done.token,
        user: done.user,
        message: 'Account created successfully!',
      });
    switch (done.code) {
      case 'common_password':
        throw wrongFields({ password: 'Many people use this password. Please choose another.' });
      case 'email_taken':
        throw new Refusal(409, 'email_taken', 'There is an account with this email already. Please log in.', {
          fields: { email: 'There is an account with this email already.' },
        });
      case 'too_many':
        throw tooMany(
          done.seconds,
          `Too many accounts were opened from here. Please try again in ${minutes(done.seconds)}.`,
        );
    }
  })
  .post('/login', body(credentials), async (c) => {
    const freeTries = setting(c.env.LOGIN_FREE_TRIES, 5);
    const done = await hashing(login(c.get('db'), c.req.valid('json'), { ...here(c), freeTries }));
    if (done.ok)
      return c.json({
        success: true as const,
        token: done.token,
        user: done.user,
        message: 'Logged in successfully!',
      });
    if (done.code === 'too_many')
      throw tooMany(done.seconds, `Too many tries. Please wait ${minutes(done.seconds)} and try again.`);
    throw new Refusal(401, 'wrong_credentials', 'The email or the password is not right.');
  })
  .post('/logout', signedIn, async (c) => {
    await logout(c.get('db'), c.get('tokenHash'));
    return c.json({ success: true as const, message: 'You are signed out.' });
  })
  .get('/me', signedIn, async (c) => {
    const [person] = await personOf(c.get('db'), c.get('tokenHash'), c.get('now'));
    if (!person) throw signedOut();
    const { name, email, role } = person;
    return c.json({ success: true as const, user: { name, email, role } });
  });
