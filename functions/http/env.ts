/** What the Worker is given from outside, and what every request carries along. */
import type { Db } from '#db/client.ts';
import type { MailSettings } from '../email/send.ts';
import type { PaymentSettings, Providers } from '../payments/providers.ts';

/** Bindings of wrangler.toml, and secrets. */
export type Bindings = PaymentSettings &
  MailSettings & {
    ASSETS: Fetcher;
    /** What is served below /dev; only under `npm start` and in tests. Deploying refuses it. */
    DEV?: Fetcher;
    /** Names, with commas between them, under which /dev answers besides those of the loopback. Deploying refuses it. */
    DEV_HOSTS?: string;
    /** What is served at /edit; only under `npm start` and in tests. In production it has its own host. */
    EDITOR?: Fetcher;
    /** Where the shop is open, when that is not where content/store.yaml says; for local use. */
    SHOP_URL?: string;
    /** An outer guard against floods: counted per place, so never the only limit. */
    FLOOD: RateLimit;
    /** The same for what an account, or a stranger's address, changes. */
    WRITES: RateLimit;
    /** Set for a preview without a database of its own: only the build's catalogue is answered (functions/preview). */
    PREVIEW?: string;
    DATABASE_URL: string;
    DATABASE_AUTH_TOKEN?: string;
    /** Key of the fingerprints of email addresses (functions/lib/email-hash.ts): 32 characters or more. */
    EMAIL_HASH_KEY?: string;
    /** Moves the Worker's clock, ms; for tests. Deploying refuses it. */
    CLOCK_OFFSET_MS?: string;
    /** Tells in a header how many passwords were hashed; for tests. Deploying refuses it. */
    COUNT_HASHES?: string;
    /** Whether every operator needs a second factor: `required`, also when it is left out, or `optional`. */
    OPERATOR_SECOND_FACTOR?: string;
    /**
     * Wrong passwords that cost no waiting: of an account by one network, by a device that it knows, and by
     * whoever is signed in to it.
     */
    LOGIN_FREE_TRIES?: string;
    /** The same of a network, for all accounts; and of an account, by all networks that it does not know. */
    LOGIN_FREE_TRIES_PER_NETWORK?: string;
    LOGIN_FREE_TRIES_PER_ACCOUNT?: string;
    /** Accounts that may be opened from one address in an hour; loose, since phones share addresses. */
    REGISTRATIONS_PER_HOUR?: string;
    /** Orders that an account may place in an hour. */
    ORDERS_PER_HOUR?: string;
    /** Tickets, and newsletter subscriptions, that may come from one address in an hour. */
    TICKETS_PER_HOUR?: string;
    SUBSCRIPTIONS_PER_HOUR?: string;
    /** Subscriptions for one e-mail address in an hour, from wherever they come. */
    SUBSCRIPTIONS_PER_EMAIL?: string;
    /** Codes that nobody has, which one address may try in an hour. */
    COUPON_TRIES_PER_HOUR?: string;
    /** Requests with reports of the payment page's policy that are counted from one address in an hour. */
    POLICY_REPORTS_PER_HOUR?: string;
    /** Links for a new password that may be asked for from one address in an hour. */
    RESETS_PER_HOUR?: string;
    /** Passwords that may be sent with one such link. */
    RESET_TRIES?: string;
    /** Links to a new e-mail address, and links that confirm the present one, that one account may ask for in an hour. */
    EMAIL_CHANGES_PER_HOUR?: string;
    /** Exports of what is stored about the person, of one account in an hour. */
    EXPORTS_PER_HOUR?: string;
    /** Other changes of one account in an hour: name, addresses, signed-in devices. */
    ACCOUNT_CHANGES_PER_HOUR?: string;
  };

export type Env = {
  Bindings: Bindings;
  Variables: {
    db: Db;
    providers: Providers;
    /** UTC ms, the same for the whole request. */
    now: number;
    requestId: string;
    /** Why it was refused, as the answer's `code` says it. */
    code?: string;
    /** SHA-256 of the request's token; set by `signedIn`. Empty for a stranger (`perhapsSignedIn`). */
    tokenHash: string;
  };
};

/** The Worker's one clock, UTC ms. */
export const clock = (env: Pick<Bindings, 'CLOCK_OFFSET_MS'>): number =>
  Date.now() + Number(env.CLOCK_OFFSET_MS ?? 0);

/** A whole number from configuration; a value that is none is a mistake that must not pass as "no limit". */
export function setting(value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`a limit is set to "${value}", not to a whole number`);
  return number;
}

/** Whether operators without a second factor may work at the desk. @throws Error for any other value */
export function factorIsOptional({
  OPERATOR_SECOND_FACTOR: value,
}: Pick<Bindings, 'OPERATOR_SECOND_FACTOR'>): boolean {
  if (value === undefined || value === 'required') return false;
  if (value === 'optional') return true;
  throw new Error(`OPERATOR_SECOND_FACTOR is set to "${value}", not to "required" or "optional"`);
}
