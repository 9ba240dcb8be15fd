/** The kinds of fields in Stripe's parameters, checked and refused as Stripe does. Every value arrives as text. */
import * as z from 'zod';
import type { FormFields } from '../core/form.ts';
import { StripeError, unsupported } from './errors.ts';

/** A check whose failure has an error code of Stripe's. */
const coded = (code: string, error: string) => ({ error, params: { code } });

export const text = z.string().min(1, { error: 'You passed an empty string.' }).max(5000);
/** An empty text unsets the field. */
export const unsettable = z
  .string()
  .max(5000)
  .transform((value) => value || null);
export const integer = z
  .string()
  .refine((value) => /^-?\d{1,15}$/.test(value), coded('parameter_invalid_integer', 'Invalid integer'))
  .transform(Number);
export const integerFrom = (least: number, most = Number.POSITIVE_INFINITY) =>
  integer
    .refine(
      (value) => value >= least,
      coded('parameter_invalid_integer', `This value must be greater than or equal to ${least}.`),
    )
    .refine(
      (value) => value <= most,
      coded('parameter_invalid_integer', `This value must be less than or equal to ${most}.`),
    );
export const boolean = z
  .enum(['true', 'false'], { error: 'Invalid boolean' })
  .transform((value) => value === 'true');
export const url = z
  .string()
  .refine(
    (value) => /^https?:\/\//i.test(value) && URL.canParse(value),
    coded('url_invalid', 'Not a valid URL'),
  );
export const email = z
  .string()
  .refine((value) => z.email().safeParse(value).success, coded('email_invalid', 'Invalid email address'));
export const currency = z
  .string()
  .toLowerCase()
  .regex(/^[a-z]{3}$/, { error: 'Invalid currency' });
/** Pairs that are added to the object's; null clears them all: https://docs.stripe.com/api/metadata */
export const metadata = z.preprocess(
  (value) => (value === '' ? null : value),
  z
    .record(z.string().max(40, { error: 'Metadata keys can have up to 40 characters' }), z.string().max(500))
    .refine((pairs) => Object.keys(pairs).length <= 50, { error: 'Metadata can have up to 50 keys' })
    .nullable(),
);
export const oneOf = <const T extends string>(...values: T[]) =>
  z.enum(values, { error: `Invalid value: must be one of ${values.join(', ')}` });
/** Values of a parameter that Stripe gives further ones. */
export const only = <const T extends string>(...values: T[]) =>
  z
    .string()
    .refine((value) => values.some((one) => one === value), { error: '', params: { isUnsupported: true } })
    .transform((value) => value as T);
export const expand = z.array(z.string()).optional();

/** Stripe's limits of an amount, in the smallest unit of the currency. */
const smallestAmount = 50;
const largestAmount = 99_999_999;

/** @param what `Amount` @throws StripeError for an amount that Stripe does not take */
export function checkAmount(amount: number, what: string, param?: string): void {
  const refuse = (code: string, limit: string) =>
    new StripeError(400, { code, message: `${what} must be ${limit}`, ...(param && { param }) });
  if (amount < smallestAmount) throw refuse('amount_too_small', `at least ${smallestAmount}`);
  if (amount > largestAmount) throw refuse('amount_too_large', `no more than ${largestAmount}`);
}

/** Parameters of Stripe's that are accepted and change nothing. */
export const ignored = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()]));

const nameOf = ([head, ...rest]: readonly PropertyKey[]): string =>
  String(head) + rest.map((key) => `[${String(key)}]`).join('');

function errorOf(issue: z.core.$ZodIssue): StripeError {
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') return unsupported(nameOf([...issue.path, issue.keys[0] ?? '']));
  if (issue.input === undefined) {
    const message = `Missing required param: ${param}.`;
    return new StripeError(400, { code: 'parameter_missing', message, param });
  }
  if (issue.code === 'custom' && issue.params?.isUnsupported) return unsupported(param, String(issue.input));
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  return new StripeError(400, { ...(code && { code }), message: issue.message, param });
}

/** @throws StripeError for the first parameter that is not as it should be */
export function readParams<S extends z.ZodType>(schema: S, fields: FormFields): z.output<S> {
  const result = schema.safeParse(fields, { reportInput: true });
  if (result.success) return result.data;
  throw result.error.issues.map(errorOf)[0];
}
