/**
 * Which limits a sale meets (docs/desk.md, "A sale day"): what it needs of each, from what an operator expects. The numbers of
 * others are those that they publish, each with its source.
 */
import { emailGroups } from '#domain/email/limits.ts';
import type { Expected, SaleLimitName } from './limits.ts';

/** The busiest minute of the first hour has so many times the orders of its mean. An assumption, which the page says. */
export const peakFactor = 3;

/** Share of the visits that come through one address of a carrier. An assumption, which the page says. */
export const carrierShare = 0.05;

/** Cash orders hold their pieces for so many busy hours, until they are shipped. An assumption. */
export const hoursUnshipped = 24;

/** Calls of the API that a visit makes: prices and stock of its pages, quotes, session and cart. An assumption. */
export const requestsPerVisit = 15;

/** Calls to the payment provider that an order needs: its payment is created, and looked up. */
const callsPerPayment = 2;

/** Limits of an outer guard (wrangler.toml), requests a minute: the tests compare them. */
export const guards = { FLOOD: 600, WRITES: 300, NETWORK: 9_000, NETWORK_WRITES: 3_000 } as const;

/** Orders that one database has written in a second (docs/reliability.md, "How this is achieved"). */
export const writtenPerSecond = 100;

/** What providers publish about the requests that they take in a second. `null`: they publish no number. */
export const providerLimits = {
  stripe: {
    name: 'Stripe',
    perSecond: 100,
    source: 'https://support.stripe.com/questions/rate-limit-error-when-creating-bulk-api-requests',
  },
  razorpay: { name: 'Razorpay', perSecond: null, source: 'https://razorpay.com/docs/api/pagination/' },
  mail: { name: 'Resend', perSecond: 2, source: 'https://resend.com/changelog/api-rate-limit' },
} as const;

/**
 * A limit and what the sale needs of it.
 * @property has and needs in the same unit; null where nobody says how much there is
 * @property setting of the sale day that changes it @property change what else changes it
 */
export type PlannedLimit = {
  name: string;
  unit: string;
  has: number | null;
  needs: number;
  binds: boolean;
  setting?: SaleLimitName;
  change: string;
};

/** @property perHour orders in the busiest hour @property perSecond orders in a second of its busiest minute */
export type Plan = { perHour: number; perMinute: number; perSecond: number; limits: PlannedLimit[] };

/** Rounded up: a limit that is met by half a piece is met. */
const whole = (number: number): number => Math.ceil(number - 1e-9);

const limitOf = (limit: Omit<PlannedLimit, 'binds' | 'needs'> & { needs: number }): PlannedLimit => {
  const needs = whole(limit.needs);
  return { ...limit, needs, binds: limit.has !== null && needs > limit.has };
};

/** Set on the page itself. */
const here = 'Set it below, for the time of the sale.';

/** The limits of the shop that the desk can set. */
function settableLimits(
  { cash, pieces, ...expected }: Expected,
  now: Record<SaleLimitName, number>,
): PlannedLimit[] {
  const perHour = (expected.visits * expected.ordering) / 100;
  const inCash = (perHour * cash) / 100;
  const ofCarrier = perHour * carrierShare;
  const settable = (
    setting: SaleLimitName,
    name: string,
    unit: string,
    needs: number,
    has: number = now[setting],
  ) => limitOf({ setting, name, unit, has, needs, change: here });
  // No more pieces can be held in cash than are ordered in cash of those that there are.
  const shareOf = (orders: number) => Math.min(cash, (100 * orders) / pieces);
  const links = (now.emailsPerHour * emailGroups.codes.share) / 100;
  return [
    settable('cashPerHour', 'Cash orders in an hour', '% of the pieces', shareOf(inCash)),
    settable(
      'cash',
      'Cash orders until they are shipped',
      '% of the pieces',
      shareOf(hoursUnshipped * inCash),
    ),
    settable(
      'networkOrders',
      'Unpaid orders from one address of a carrier',
      'an hour',
      (ofCarrier * cash) / 100,
    ),
    settable('networkPieces', 'Pieces in them', 'an hour', (ofCarrier * cash) / 100),
    settable('guests', 'Guests from one address of a carrier', 'an hour', ofCarrier),
    settable('accountOrders', 'Orders from one account', 'an hour', 1),
    settable('emailsPerHour', 'Links that confirm an address', 'an hour', inCash, Math.floor(links)),
  ];
}

/** The limits that the page cannot set. */
function fixedLimits(
  { visits, cash }: Expected,
  { perHour, perSecond }: Pick<Plan, 'perHour' | 'perSecond'>,
): PlannedLimit[] {
  const requests = ((visits * peakFactor) / 60) * requestsPerVisit;
  const online = perSecond * (1 - cash / 100);
  const inToml = 'Change it in wrangler.toml and deploy before the sale.';
  const { stripe, razorpay, mail } = providerLimits;
  return [
    limitOf({
      name: 'Outer guard, one person',
      unit: 'requests a minute',
      has: guards.FLOOD,
      needs: requestsPerVisit,
      change: inToml,
    }),
    limitOf({
      name: 'Outer guard, one address of a carrier',
      unit: 'requests a minute',
      has: guards.NETWORK,
      needs: requests * carrierShare,
      change: inToml,
    }),
    limitOf({
      name: 'Orders that the database writes',
      unit: 'a second',
      has: writtenPerSecond,
      needs: perSecond,
      change:
        'Buyers above it are asked to try again. A sale that begins for some later, or lasts longer, needs less.',
    }),
    limitOf({
      name: `Payments at ${stripe.name}`,
      unit: 'requests a second',
      has: stripe.perSecond,
      needs: online * callsPerPayment,
      change: `Ask ${stripe.name} for more a few weeks before.`,
    }),
    limitOf({
      name: `Payments at ${razorpay.name}`,
      unit: 'requests a second',
      has: razorpay.perSecond,
      needs: online * callsPerPayment,
      change: `${razorpay.name} publishes no number. Tell your contact there what you expect.`,
    }),
    limitOf({
      name: `Emails that ${mail.name} takes`,
      unit: 'a second',
      has: mail.perSecond,
      needs: perHour / 3600,
      change: 'By default; what your account has is under Settings, Usage. Later emails wait, none is lost.',
    }),
  ];
}

/**
 * What a sale needs of each limit.
 * @param now the limits as they are, or as they would be set
 */
export function planSale(expected: Expected, now: Record<SaleLimitName, number>): Plan {
  const perHour = (expected.visits * expected.ordering) / 100;
  const rates = {
    perHour: whole(perHour),
    perMinute: whole(perHour / 60),
    perSecond: (perHour * peakFactor) / 3600,
  };
  return { ...rates, limits: [...settableLimits(expected, now), ...fixedLimits(expected, rates)] };
}
