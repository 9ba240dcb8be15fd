/** Turns the results of functions/accounts into refusals with messages for shoppers. */
import { maxAddresses } from '#domain/accounts/address-limit.ts';
import { formatWait, tooManyTries } from '../http/accounts.ts';
import { notFound, Refusal, signedOut, tooMany, wrongFields } from '../http/refusal.ts';

export const weakPassword = (): Refusal =>
  wrongFields({
    password:
      'This password is easy to guess. Use a few words that do not belong together, without your email or our name.',
  });

/** Messages about the second factor, shown at the field `code`. */
const codes = {
  code_needed: 'Enter the 6-digit code from your authenticator app, or a recovery code.',
  wrong_code: 'This code is not right, or was used already. Please wait for the next one.',
} as const;

/** @param status 401 at signing in, 422 in a session */
export const codeRefusal = (code: keyof typeof codes, status: 401 | 422): Refusal =>
  new Refusal(status, code, codes[code], { fields: { code: codes[code] } });

/** Messages of the refusals 409. */
const conflicts = {
  book_full: `You can keep ${maxAddresses} addresses. Please remove one that you no longer need.`,
  open_orders:
    'You have an order that is not finished, or a refund on its way. Your account can be deleted after that.',
  has_factor: 'Two-step sign-in is on already. Please sign in again, with a code.',
  no_factor: 'Two-step sign-in is not on any more. Please set it up again.',
  has_account: 'You are signed in to an account already.',
  no_order: 'Please place an order first.',
  other_account: 'This order belongs to another account. Please sign in with the email address of the order.',
  password_needed: 'Please choose a password to finish.',
  last_operator: 'You are the only operator of the shop. Please add another operator first.',
} as const;

type Code =
  | 'signed_out'
  | 'wrong_password'
  | 'weak_password'
  | 'same_email'
  | 'not_found'
  | keyof typeof codes
  | keyof typeof conflicts;

/** @property seconds of `too_many` */
type Refused = { code: Code } | { code: 'too_many'; seconds: number };

/**
 * Why an account was not changed.
 * @param about beginning of the message, such as `This address`
 * @param field of the present password
 */
export function accountRefusal(refused: Refused, { about = 'This', field = 'password' } = {}): Refusal {
  switch (refused.code) {
    case 'signed_out':
      return signedOut();
    case 'too_many':
      return tooMany(
        refused.seconds,
        `Too many changes at once. Please try again in ${formatWait(refused.seconds)}.`,
      );
    case 'wrong_password':
      return wrongFields({ [field]: 'That is not your password.' });
    case 'weak_password':
      return weakPassword();
    case 'same_email':
      return wrongFields({ email: 'This is your address already.' });
    case 'not_found':
      return notFound(about);
    case 'code_needed':
    case 'wrong_code':
      return codeRefusal(refused.code, 422);
    default:
      return new Refusal(409, refused.code, conflicts[refused.code]);
  }
}

/** The same for requests with a password, where `too_many` means too many wrong passwords. */
export const provingRefusal = (refused: Refused, field?: string): Refusal =>
  refused.code === 'too_many'
    ? tooManyTries(refused.seconds)
    : accountRefusal(refused, field ? { field } : {});

/** @param again a sentence that says what to do */
export const deadLink = (again: string): Refusal =>
  new Refusal(409, 'link_dead', `This link has been used, or is too old. ${again}`);
