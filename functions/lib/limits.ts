/** How often something may be tried or asked for: settings of the Worker, with what they are when nothing is set. */
const usual = {
  /** Wrong passwords of an account without a delay: per network, per known device, and per session. */
  LOGIN_FREE_TRIES: 5,
  /** The same per network for all accounts, and per account for all unknown networks. */
  LOGIN_FREE_TRIES_PER_NETWORK: 20,
  LOGIN_FREE_TRIES_PER_ACCOUNT: 20,
  /** Sign-ins to one account with its right password, per hour. */
  SIGN_INS_PER_HOUR: 60,
  /** Registrations, and guests, per address and hour. High, since phones share addresses. */
  REGISTRATIONS_PER_HOUR: 60,
  GUESTS_PER_HOUR: 60,
  /** Wrong signatures in links to orders per address and hour. */
  ORDER_LINK_TRIES_PER_HOUR: 60,
  /** Wrong tries to track an order in an hour from one address: of all, per order number, and per phone or email. */
  TRACK_TRIES_PER_HOUR: 30,
  TRACK_TRIES_PER_ORDER: 10,
  TRACK_TRIES_PER_CONTACT: 20,
  /** Orders per account and hour. */
  ORDERS_PER_HOUR: 30,
  /** Tickets, and newsletter subscriptions, per address and hour. */
  TICKETS_PER_HOUR: 20,
  SUBSCRIPTIONS_PER_HOUR: 20,
  /** Subscriptions per email address and hour, from all networks. */
  SUBSCRIPTIONS_PER_EMAIL: 5,
  /** Requests to be told when a product is back, per address and hour, and per email address from all networks. */
  STOCK_ALERTS_PER_HOUR: 20,
  STOCK_ALERTS_PER_EMAIL: 5,
  /** Reports of reviews per address and hour. */
  REVIEW_REPORTS_PER_HOUR: 20,
  /** Reviews by accounts without a confirmed email that are listed at once, per address and hour. */
  UNCONFIRMED_REVIEWS_PER_HOUR: 10,
  /** Unknown coupon codes per address and hour. */
  COUPON_TRIES_PER_HOUR: 60,
  /** Requests with CSP reports that are counted per address and hour. */
  POLICY_REPORTS_PER_HOUR: 60,
  /** Reports of searches that are counted per address and hour. */
  SEARCH_REPORTS_PER_HOUR: 300,
  /** Reports of how fast a page was that are counted per address and hour. */
  VISITS_PER_HOUR: 300,
  /** Requests for a password reset link per address and hour. */
  RESETS_PER_HOUR: 20,
  /** Passwords that may be tried with one such link. */
  RESET_TRIES: 10,
  /** Links that confirm an email address, the present or a new one, per account and hour. */
  EMAIL_CHANGES_PER_HOUR: 5,
  /** Exports of personal data per account and hour. */
  EXPORTS_PER_HOUR: 5,
  /** Photos per account and hour; five times as many per address. */
  PHOTOS_PER_HOUR: 60,
  /** Other changes of an account per hour: name, addresses, signed-in devices, reviews. */
  ACCOUNT_CHANGES_PER_HOUR: 60,
} as const;

export type Limits = Record<keyof typeof usual, number>;

/** The limits as the Worker's settings have them. */
export type LimitSettings = { [Name in keyof typeof usual]?: string };

/** A whole number from the configuration. @throws Error for any other value, which must not mean "no limit" */
export function setting(value: string | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new Error(`a limit is set to "${value}", not to a whole number`);
  return number;
}

/** All limits. @throws Error as {@link setting} */
export const limitsOf = (settings: LimitSettings): Limits =>
  Object.fromEntries(
    Object.entries(usual).map(([name, otherwise]) => [
      name,
      setting(settings[name as keyof Limits], otherwise),
    ]),
  ) as Limits;
