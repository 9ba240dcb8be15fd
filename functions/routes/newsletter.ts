/** /api/subscribe and /api/unsubscribe: the newsletter, and the emails that ask for reviews. */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { confirmSubscription, subscribe, unknownSubscription } from '../contact/subscribe.ts';
import { unsubscribeByToken } from '../contact/unsubscribe.ts';
import { body, query } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { type Env, setting } from '../http/env.ts';
import { optionallySignedIn } from '../http/middleware.ts';
import { sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { keyRing } from '../lib/email-hash.ts';
import { refusal } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { stopAsking } from '../reviews/opt-out.ts';
import { readOptOutToken } from '../reviews/review-link.ts';

/** An email, or the token of the email that asks to confirm it. Without a token the errors are those of the email. */
const form = z
  .object({ email: z.unknown().optional(), token: z.string().max(200).optional() })
  .transform(({ email, token }, context) => {
    if (token !== undefined) return { token };
    const { data, error } = emailField.safeParse(email);
    for (const { message } of error?.issues ?? [])
      context.addIssue({ code: 'custom', message, path: ['email'] });
    return data === undefined ? z.NEVER : { email: data };
  });

/** Subscribes an address, or confirms a subscription with the token of the email that asks for it. */
export const newsletter = new Hono<Env>().post(
  '/',
  describeRoute('Subscribes an address to the newsletter, or confirms it with the token of an email.', [
    unknownSubscription,
  ]),
  optionallySignedIn,
  body(form),
  async (c) => {
    const sent = c.req.valid('json');
    if (sent.token !== undefined) return confirm(c, sent.token);
    const from = sender(c, setting(c.env.SUBSCRIPTIONS_PER_HOUR, 20));
    const perEmail = setting(c.env.SUBSCRIPTIONS_PER_EMAIL, 5);
    const context = { ...from, perEmail, tokenHash: c.get('tokenHash') };
    const done = await subscribe(c.get('db'), store, sent.email, context);
    if (!done.ok) throw done;
    return success(c, {
      message:
        'Thank you for subscribing! Please check your inbox (and spam folder) for our welcome email with your discount code.',
    });
  },
);

async function confirm(c: Context<Env>, token: string) {
  const done = await confirmSubscription(c.get('db'), store, token, c.get('now'));
  if (!done.ok) throw done;
  const { email, code } = done;
  return success(c, { code, message: `You are subscribed with ${email}.` });
}

const unknownLink = refusal(
  404,
  'not_found',
  `We do not know this link. If emails still come, please write to ${store.care.email}.`,
);

const token = z.string('The link is not complete.').max(200, 'The link is not complete.');

/**
 * The link of an email. The body is not read: an email client's one click sends a form (RFC 8058), the shop's page
 * sends JSON, and neither adds anything to the link.
 */
export const unsubscribe = new Hono<Env>()
  .post(
    '/',
    describeRoute('Ends the subscription of a link, or the emails that ask for reviews.', [unknownLink]),
    query(z.object({ token })),
    async (c) => {
      const { token } = c.req.valid('query');
      const key = keyRing(c.env);
      const address = key && readOptOutToken(key, token);
      if (address) {
        await stopAsking(c.get('db'), address, c.get('now'));
        return success(c, { message: 'We will not ask you for reviews again.' });
      }
      const done = await unsubscribeByToken(c.get('db'), token, c.get('now'));
      // An error: with an incomplete link the emails would continue. It reveals nothing, since links cannot be guessed.
      if (!done) throw unknownLink();
      return success(c, { message: 'You are unsubscribed. No more emails will come.' });
    },
  )
  // Email scanners follow every link, so a GET changes nothing: the page asks first.
  .get(
    '/',
    describeRoute('Leads to the page that asks before it unsubscribes.'),
    query(z.object({ token: token.optional() })),
    (c) => {
      const { token } = c.req.valid('query');
      return c.redirect(`/unsubscribe${token ? `?${new URLSearchParams({ token })}` : ''}`, 302);
    },
  );
