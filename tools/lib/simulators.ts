/** The simulators as this shop uses them: its Worker's variables, its webhooks, and their pages below its /dev. */
import { type Simulators, startSimulators } from 'payment-simulators';
import { stopWithUs } from '#tools/lib/child.ts';
import { Failure } from '#tools/lib/log.ts';

type Vars = Record<string, string>;
type Provider = keyof Simulators['urls'];

export type ShopSimulators = Simulators & {
  /** The Worker's text bindings, by provider. */
  vars: Record<Provider, Vars>;
  /** Sends webhooks to this shop from now on, beginning with those that have waited for it. */
  connect(shopUrl: string): void;
};

/** @property hosts comma-separated host names under which /dev may be opened, besides those of the loopback */
export async function startShopSimulators(
  options: { port?: number; hosts?: string | undefined } = {},
): Promise<ShopSimulators> {
  const simulators = await startSimulators({ ...options, proxiedAt: '/dev' });
  const { stripe, razorpay, mailbox, urls } = simulators;
  return {
    ...simulators,
    vars: {
      stripe: {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: urls.stripe,
      },
      razorpay: {
        RAZORPAY_KEY_ID: razorpay.keyId,
        RAZORPAY_KEY_SECRET: razorpay.keySecret,
        RAZORPAY_WEBHOOK_SECRET: razorpay.webhookSecret,
        RAZORPAY_API_BASE: urls.razorpay,
        RAZORPAY_CHECKOUT_URL: '/dev/razorpay/checkout.js',
      },
      mail: { MAIL_API_URL: urls.mail, MAIL_API_KEY: mailbox.apiKey },
    },
    connect: (shopUrl) =>
      simulators.sendWebhooksTo({
        stripe: `${shopUrl}/api/webhooks/stripe`,
        razorpay: `${shopUrl}/api/webhooks/razorpay`,
      }),
  };
}

/** Settings that mean: the developer uses the real provider. */
const ownSettings: Record<Provider, RegExp> = { stripe: /^STRIPE_/, razorpay: /^RAZORPAY_/, mail: /^MAIL_/ };

const names: Record<Provider, string> = { stripe: 'Stripe', razorpay: 'Razorpay', mail: 'an email service' };

export type RunningSimulators = {
  /** Settings for the Worker, including the given ones. */
  vars: Vars;
  /** `host:port` of the pages below /dev; undefined when no simulator runs. */
  dev: string | undefined;
  /** Names of the simulated providers, for messages; empty when there are none. */
  names: string[];
  connect(shopUrl: string): void;
  stop(): Promise<void>;
};

/** The providers without keys. @throws Failure when SIMULATORS is neither on nor off */
export function missingProviders({ SIMULATORS = 'on', ...vars }: Vars): Provider[] {
  if (!['on', 'off'].includes(SIMULATORS)) throw new Failure(`SIMULATORS=${SIMULATORS}: must be on or off.`);
  if (SIMULATORS === 'off') return [];
  const given = Object.keys(vars);
  return (Object.keys(ownSettings) as Provider[]).filter(
    (provider) => !given.some((key) => ownSettings[provider].test(key)),
  );
}

/**
 * Starts simulators of the payment providers and of mail for which no keys are set. `SIMULATORS=off` starts none.
 * @param vars the Worker's settings from the environment and .dev.vars
 */
export async function startMissingSimulators(vars: Vars): Promise<RunningSimulators> {
  const missing = missingProviders(vars);
  const { SIMULATORS: _, ...given } = vars;
  if (!missing.length) return { vars: given, dev: undefined, names: [], connect() {}, stop: async () => {} };
  const simulators = await startShopSimulators({ hosts: vars.DEV_HOSTS });
  // Its open port would keep this process alive.
  stopWithUs(simulators.stop);
  return {
    vars: Object.assign({}, ...missing.map((provider) => simulators.vars[provider]), given),
    dev: simulators.host,
    names: missing.map((provider) => names[provider]),
    connect: simulators.connect,
    stop: simulators.stop,
  };
}
