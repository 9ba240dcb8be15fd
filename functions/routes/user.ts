/** /api/user: registering, signing in and out. */
import { Hono } from 'hono';
import { credentials, registration } from '#domain/accounts/account.ts';
import { login, logout } from '../accounts/login.ts';
import { readAccount } from '../accounts/read-account.ts';
import { register } from '../accounts/register.ts';
import type { Env } from '../http/env.ts';
import { route, type Success } from '../http/route.ts';

type LoggedIn = Success<Awaited<ReturnType<typeof login>>>;

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
    route(
      'Creates an account and signs in.',
      { body: registration },
      register,
      ({ token, device, user }) => ({ token, device, user, message: 'Account created successfully!' }),
    ),
  )
  .post('/login', route('Signs in.', { body: credentials }, login, loginBody))
  .post(
    '/logout',
    route(
      'Ends the session, also one that has ended already.',
      { session: 'any, ends' },
      logout,
      'You are signed out.',
    ),
  )
  .get('/me', route('Reads the account of the session.', { session: 'any' }, readAccount));
