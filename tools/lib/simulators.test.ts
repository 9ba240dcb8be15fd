/** Simulators start where no keys are set, and only there. */
import { expect, test } from 'vitest';
import { missingProviders, startMissingSimulators } from '#tools/lib/simulators.ts';

test.each([
  [{}, ['stripe', 'razorpay', 'mail']],
  [{ LOGIN_FREE_TRIES: '3' }, ['stripe', 'razorpay', 'mail']],
  [{ STRIPE_SECRET_KEY: 'sk_test_1' }, ['razorpay', 'mail']],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_1', RAZORPAY_KEY_ID: 'rzp_test_1' }, ['mail']],
  [{ MAIL_API_URL: 'https://mail.example' }, ['stripe', 'razorpay']],
  [{ SIMULATORS: 'on' }, ['stripe', 'razorpay', 'mail']],
  [{ SIMULATORS: 'off' }, []],
])('%j: %j', (vars, missing) => {
  expect(missingProviders(vars as Record<string, string>)).toEqual(missing);
});

test('SIMULATORS must be on or off', () => {
  expect(() => missingProviders({ SIMULATORS: 'of' })).toThrow('SIMULATORS=of: must be on or off.');
});

test('given keys take precedence, and stay beside the simulators’ keys', async () => {
  const simulators = await startMissingSimulators({ RAZORPAY_KEY_ID: 'rzp_test_own', LOGIN_FREE_TRIES: '3' });
  expect(simulators.names).toEqual(['Stripe', 'an email service']);
  expect(simulators.vars).toMatchObject({ RAZORPAY_KEY_ID: 'rzp_test_own', LOGIN_FREE_TRIES: '3' });
  expect(simulators.vars.STRIPE_SECRET_KEY).toMatch(/simulator/);
  expect(simulators.vars).not.toHaveProperty('RAZORPAY_KEY_SECRET');
  await simulators.stop();
});

test('if switched off, no simulator starts, and the Worker does not get the switch', async () => {
  const { vars, dev, names } = await startMissingSimulators({ SIMULATORS: 'off', LOGIN_FREE_TRIES: '3' });
  expect({ vars, dev, names }).toEqual({ vars: { LOGIN_FREE_TRIES: '3' }, dev: undefined, names: [] });
});
