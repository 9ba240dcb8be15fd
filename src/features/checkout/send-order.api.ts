/** Sends an order and continues with its payment. It is loaded when somebody begins to fill in the form, or presses the button. */

import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { ensureSession } from '#features/accounts/ensure-session.api.ts';
import { createPayment, type OrderBody } from '#features/payments/create-payment.api.ts';
import type { StartedPayment } from '#features/payments/started.ts';
import { endAttempt, startAttempt } from '#lib/attempt.dom.ts';
import type { Outcome } from '#lib/outcome.ts';
import { $token } from '#lib/token.store.ts';
import { isUnanswered } from './problem.ts';

export { alreadyPaid } from '#features/payments/outcome.ts';
export { paymentSteps } from './continue-payment.api.ts';
export { orderProblem } from './problem.ts';

/**
 * Sends an order, from a guest if nobody is signed in.
 * @param known email of the guest that the page was opened with; empty without one
 */
export async function sendOrder(
  method: PaymentMethod,
  body: OrderBody,
  known: string,
): Promise<Outcome<StartedPayment>> {
  const { key } = startAttempt({ method, ...body });
  const isGuest = !$token.get();
  const send = async () =>
    (await ensureSession(body.address, known)) ?? (await createPayment(method, body, key));
  let response = await send();
  // The session of this device's guest has ended: it is replaced by a new one.
  if (isGuest && !response.ok && response.status === 401) response = await send();
  if (response.ok || !isUnanswered(response)) endAttempt();
  return response;
}
