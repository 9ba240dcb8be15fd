/**
 * Starts simulators of the payment providers and of mail for which no keys are set: servers that speak the same
 * protocols and show TEST MODE. `SIMULATORS=off` starts none.
 */
import { type Simulators, startSimulators } from 'payment-simulators';
import { Failure } from '#tools/lib/log.ts';

type Vars = Record<string, string>;
type Provider = keyof Simulators['vars'];

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

/** @param vars the Worker's settings from the environment and .dev.vars */
export async function startMissingSimulators(vars: Vars): Promise<RunningSimulators> {
  const missing = missingProviders(vars);
  const { SIMULATORS: _, ...given } = vars;
  if (!missing.length) return { vars: given, dev: undefined, names: [], connect() {}, stop: async () => {} };
  const simulators = await startSimulators({ hosts: vars.DEV_HOSTS });
  return {
    vars: Object.assign({}, ...missing.map((provider) => simulators.vars[provider]), given),
    dev: simulators.front,
    names: missing.map((provider) => names[provider]),
    connect: simulators.connect,
    stop: simulators.stop,
  };
}
