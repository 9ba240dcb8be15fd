/** /api/desk/coupons: coupon codes. */
import type { SQL } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { emailField } from '#domain/addresses/address.ts';
import { couponViews, endOfLastDay, parseNewCode, provedFrom } from '#domain/pricing/new-coupon.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { keysOf } from '#lib/keys.ts';
import { toPaise } from '#lib/money.ts';
import { isOperatorStillProven } from '../../accounts/prove-password.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { conflict } from '../../desk/conflict.ts';
import { codeExists, createCoupon, endCoupon, listCoupons, setListed } from '../../desk/coupons.ts';
import { after } from '../../desk/paging.ts';
import { body, query } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { notFound, wrongFields } from '../../lib/refusal.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const list = z.object({
  after,
  show: z.enum(keysOf(couponViews), 'is not a view of the codes').default('all'),
  q: z.string().max(maxTyped, 'This is too long for a code.').optional(),
});

const fieldMessages = {
  code: 'A code has 3 to 20 letters, digits and hyphens.',
  percent: 'Please enter a whole number of per cent, 1 to 100.',
  minOrder: 'Please enter an amount in rupees, such as 499 or 499.50.',
  lastDay: 'Please choose the last day on which the code is valid.',
  maxUses: 'Please enter a whole number, 1 or more, or leave it empty.',
  maxUsesPerCustomer: 'Please enter a whole number, 1 or more, or leave it empty.',
} as const;

/** A number of orders; null for any number. */
const uses = (message: string) =>
  z.int(message).min(1, message).max(1_000_000, message).nullable().default(null);

const listedField = z.boolean('Please say whether the cart shows it.');

/** Amounts are rupees. */
const newCode = z
  .object({
    code: z
      .string(fieldMessages.code)
      .transform((typed) => parseNewCode(typed) ?? '')
      .refine(Boolean, fieldMessages.code),
    percent: z.int(fieldMessages.percent).min(1, fieldMessages.percent).max(100, fieldMessages.percent),
    minOrder: z
      .number(fieldMessages.minOrder)
      .min(0, fieldMessages.minOrder)
      .max(1_000_000, fieldMessages.minOrder)
      .refine((rupees) => toPaise(rupees) !== undefined, fieldMessages.minOrder)
      .transform((rupees) => toPaise(rupees) ?? 0)
      .default(0),
    lastDay: z.iso.date(fieldMessages.lastDay).transform(endOfLastDay),
    maxUses: uses(fieldMessages.maxUses),
    maxUsesPerCustomer: uses(fieldMessages.maxUsesPerCustomer),
    email: emailField.nullable().default(null),
    listed: listedField.default(false),
    /** From {@link provedFrom} per cent on. */
    password: proofFields.password.optional(),
  })
  .refine(({ listed, email }) => !listed || email === null, {
    path: ['email'],
    message: 'A code for one person cannot be shown in the cart.',
  });

/** Checks the password for a code that is money. @returns the condition for the batch @throws Refusal */
async function proof(c: Context<DeskEnv>, password: string | undefined): Promise<SQL> {
  if (!password)
    throw wrongFields({ password: `Please enter your password: the discount is ${provedFrom}% or more.` });
  return isOperatorStillProven(owner(c), await proveOperator(c, { password }, false));
}

export const coupons = new Hono<DeskEnv>()
  .get('/', describeRoute('Lists codes.'), query(list), async (c) =>
    success(c, await listCoupons(c.get('db'), c.req.valid('query'), c.get('now'))),
  )
  .post('/', describeRoute('Creates a code.', [codeExists, sessionCode]), body(newCode), async (c) => {
    const { minOrder: minSubtotal, lastDay: validUntil, password, ...rest } = c.req.valid('json');
    const now = c.get('now');
    if (validUntil <= now) throw wrongFields({ lastDay: 'This day is already over.' });
    const made = await createCoupon(
      c.get('db'),
      c.get('operator'),
      { ...rest, minSubtotal, validUntil },
      now,
      rest.percent < provedFrom ? undefined : await proof(c, password),
    );
    if (!made.ok) throw made;
    return success(c, { message: `${made.coupon.code} can be used now.`, coupon: made.coupon });
  })
  .post('/:code/end', describeRoute('Ends a code.', [notFound, conflict]), body(z.object({})), async (c) => {
    const done = await endCoupon(c.get('db'), c.get('operator'), c.req.param('code'), c.get('now'));
    if (!done.ok) throw done;
    return success(c, { message: `${done.coupon.code} has ended.`, coupon: done.coupon });
  })
  .post(
    '/:code/listed',
    describeRoute('Shows a code in the cart, or no longer.', [notFound, conflict]),
    body(z.object({ listed: listedField })),
    async (c) => {
      const { listed } = c.req.valid('json');
      const change = { code: c.req.param('code'), listed };
      const done = await setListed(c.get('db'), c.get('operator'), change, c.get('now'));
      if (!done.ok) throw done;
      const { coupon } = done;
      const message = listed
        ? `The cart shows ${coupon.code} now.`
        : `The cart no longer shows ${coupon.code}. It stays valid.`;
      return success(c, { message, coupon });
    },
  );
