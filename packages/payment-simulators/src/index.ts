/**
 * Local simulators that speak the wire protocols of Stripe, Razorpay and a mail provider. They run in the process that
 * starts them. Under `npm start` without keys they replace the providers; tests also make them fail.
 */
import { newClock } from './clock.ts';
import { frontApp } from './front/index.ts';
import { type Mailbox, startMail } from './mail/index.ts';
import { type RazorpaySimulator, startRazorpay } from './razorpay/index.ts';
import { listen } from './server.ts';
import { type StripeSimulator, startStripe } from './stripe/index.ts';

export type { FailureMode } from './misbehaviour.ts';
export type { PaymentOverrides } from './stripe/moves.ts';
export type { DeliveryMode, Forgery } from './webhooks.ts';

export type Simulators = {
  stripe: StripeSimulator;
  razorpay: RazorpaySimulator;
  mailbox: Mailbox;
  /** `127.0.0.1:port` of the app to which the shop's origin forwards requests below /dev. */
  front: string;
  /** The Worker's text bindings, by provider. */
  vars: Record<'stripe' | 'razorpay' | 'mail', Record<string, string>>;
  /** Sends webhooks to this shop from now on, beginning with those that have waited for it. */
  connect(shopUrl: string): void;
  /** Moves the simulators' clock by so many ms from the machine's, as the Worker's own test clock is moved. */
  setClock(offsetMs: number): void;
  /** Resolves when every webhook that is due has been delivered or given up. */
  settled(): Promise<void>;
  /** Closes every port and ends every timer. */
  stop(): Promise<void>;
};

/** `front` is the app below /dev. */
export type SimulatorPorts = Record<'front' | 'stripe' | 'razorpay' | 'mail', number>;

export type SimulatorOptions = {
  /** Every request, answer and webhook, one line each. */
  log?: (line: string) => void;
  /** Those left out, or 0, are any free ones. */
  ports?: Partial<SimulatorPorts>;
  /** Comma-separated host names under which /dev may be opened, besides those of the loopback. */
  hosts?: string | undefined;
};

/** Rejects when the port is taken. */
export async function startSimulators({
  log = () => {},
  ports = {},
  hosts,
}: SimulatorOptions = {}): Promise<Simulators> {
  const clock = newClock();
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    clock.stop();
    await Promise.all(started.map((part) => part.stop()));
  };
  async function keep<Part extends { stop(): Promise<void> }>(starting: Promise<Part>): Promise<Part> {
    const part = await starting.catch(async (error) => {
      await stop();
      throw error;
    });
    started.push(part);
    return part;
  }
  const stripe = await keep(startStripe(clock, log, ports.stripe));
  const razorpay = await keep(startRazorpay(clock, log, ports.razorpay));
  const mail = await keep(startMail(clock, log, ports.mail));
  const front = await keep(listen(frontApp({ stripe, razorpay, mail, clock }), ports.front, hosts));
  const { simulator: stripeSimulator } = stripe;
  const { simulator: razorpaySimulator } = razorpay;
  const webhooks = [stripeSimulator.webhooks, razorpaySimulator.webhooks];

  return {
    stripe: stripeSimulator,
    razorpay: razorpaySimulator,
    mailbox: mail.mailbox,
    front: front.host,
    vars: { stripe: stripeSimulator.vars, razorpay: razorpaySimulator.vars, mail: mail.mailbox.vars },
    connect(shopUrl) {
      for (const one of webhooks) one.connect(shopUrl);
    },
    setClock: clock.set,
    async settled() {
      // A shop may answer one provider's webhook by calling the other.
      while (webhooks.some((one) => one.isBusy)) await Promise.all(webhooks.map((one) => one.settled()));
    },
    stop,
  };
}
