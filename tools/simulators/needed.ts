/**
 * What stands in for the payment providers and for mail on this machine, wherever no keys are set:
 * servers that speak the same protocols, shouting TEST MODE. `SIMULATORS=off` leaves them out.
 */

import { Failure } from '#tools/lib/log.ts';
import { type Simulators, startSimulators } from './index.ts';

type Vars = Record<string, string>;
type Provider = keyof Simulators['vars'];

/** Settings by which somebody brings their own. */
const own: Record<Provider, RegExp> = { stripe: /^STRIPE_/, razorpay: /^RAZORPAY_/, mail: /^MAIL_/ };

const names: Record<Provider, string> = { stripe: 'Stripe', razorpay: 'Razorpay', mail: 'a mail service' };

export type StandIns = {
  /** Settings for the Worker, those that were given among them. */
  vars: Vars;
  /** `host:port` of what answers below /dev; undefined when nothing stands in. */
  dev: string | undefined;
  /** What stands in, in words; empty when nothing does. */
  names: string[];
  connect(shopUrl: string): void;
  stop(): Promise<void>;
};

/** Which providers nobody has brought keys for. @throws Failure for a SIMULATORS that is neither on nor off */
export function missingProviders({ SIMULATORS = 'on', ...vars }: Vars): Provider[] {
  if (!['on', 'off'].includes(SIMULATORS)) throw new Failure(`SIMULATORS=${SIMULATORS}: must be on or off.`);
  if (SIMULATORS === 'off') return [];
  const given = Object.keys(vars);
  return (Object.keys(own) as Provider[]).filter((provider) => !given.some((key) => own[provider].test(key)));
}

/** @param vars the Worker's settings as the person at the keyboard gives them */
export async function startStandIns(vars: Vars): Promise<StandIns> {
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
