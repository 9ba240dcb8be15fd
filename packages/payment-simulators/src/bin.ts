#!/usr/bin/env node
/** The command `payment-simulators`: starts the simulators, and prints their addresses and keys. */
import { parseArgs } from 'node:util';
import { startSimulators } from './index.ts';

const usage = `Usage: payment-simulators [options]

  --port NUMBER              default: 9000
  --stripe-webhooks URL      where Stripe's events are sent
  --razorpay-webhooks URL    where Razorpay's events are sent
  --proxied-at PATH          your shop forwards requests below this path to the simulators, so that the
                             payment pages have its origin; default: they have one of their own
  --hosts NAMES              further host names to answer to, with commas between them
  --quiet                    do not print requests and webhooks
`;

const text = { type: 'string' } as const;
const options = {
  port: { ...text, default: '9000' },
  'stripe-webhooks': text,
  'razorpay-webhooks': text,
  'proxied-at': text,
  hosts: text,
  quiet: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

async function run(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(usage);
  const { stripe, razorpay, mailbox, urls, ...simulators } = await startSimulators({
    port: Number(values.port),
    hosts: values.hosts,
    ...(values['proxied-at'] && { proxiedAt: values['proxied-at'] }),
    ...(!values.quiet && { log: console.log }),
  });
  simulators.sendWebhooksTo({ stripe: values['stripe-webhooks'], razorpay: values['razorpay-webhooks'] });
  console.log(`Simulators   http://${simulators.host}${values['proxied-at'] ?? ''}

Stripe       API base ${urls.stripe}
             secret key ${stripe.secretKey}
             webhook secret ${stripe.webhookSecret}
Razorpay     API base ${urls.razorpay}
             key id ${razorpay.keyId}
             key secret ${razorpay.keySecret}
             webhook secret ${razorpay.webhookSecret}
             script ${urls.razorpay}/checkout.js
Resend       emails ${urls.mail}
             API key ${mailbox.apiKey}
`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => simulators.stop());
}

run().catch((error: Error) => {
  console.error(`${error.message}\n\n${usage}`);
  process.exitCode = 1;
});
