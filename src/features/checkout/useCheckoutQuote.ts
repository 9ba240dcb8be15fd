import { isPaidOnDelivery, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { cashQuote, quoteWith, roundingText } from '#domain/pricing/cash.ts';
import { type RequestedLine, readQuote } from '#domain/pricing/quote.ts';
import { unavailableLines } from '#domain/pricing/unavailable.ts';
import { type QuoteDestination, useQuote } from '#features/pricing/useQuote.ts';
import { api, send } from '#lib/api.ts';
import { type Load, useLoad } from '#ui/useLoad.ts';
import type { CheckoutStore } from './OrderSummary.tsx';
import { chosenMethod, type OfferedMethod, paymentChoices, switchText } from './payment-choices.ts';
import type { OrderProblem } from './problem.ts';

/**
 * The quote of the cart, and the payment methods that are possible with it.
 * @param chosen the payment method that the shopper wants
 */
export function useCheckoutQuote(
  items: readonly RequestedLine[],
  destination: QuoteDestination | undefined,
  store: CheckoutStore,
  chosen: PaymentMethod,
) {
  const { load, stale, notServed, ...quote } = useQuote(items, destination);
  const shop = useLoad('store', () => send(api.store.$get()));
  const exact = load.state === 'ready' ? load.data.quote : undefined;
  const inCash = exact && cashQuote(exact);
  const choices = paymentChoices(offeredBy(shop.load), {
    total: exact && readQuote(exact).total,
    cashTotal: inCash && readQuote(inCash).total,
    codLimit: store.cashOnDelivery.maxOrder,
    codServed: exact?.promise?.cod !== false,
  });
  const method = chosenMethod(choices, chosen);
  const isCash = method !== undefined && isPaidOnDelivery(method.id);
  const priced = exact && quoteWith(method?.id, exact);
  return {
    ...quote,
    state: load.state,
    problem: quoteProblem(load),
    choices,
    /** The method that is used: another one when the chosen one is not possible. */
    method,
    switched: switchText(choices, chosen, method),
    /** As the server has answered. */
    exact,
    /** As it is paid with the method. */
    priced,
    total: priced && readQuote(priced).total,
    rounding: isCash && exact ? roundingText(exact) : priced !== exact && exact?.online?.unused,
    less: exact?.online?.less,
    // What a quote for another pincode says of the delivery is outdated.
    promise: stale ? undefined : exact?.promise,
    tax: stale ? undefined : exact?.tax,
    notServed: stale ? undefined : notServed,
  };
}

/** The payment methods of the shop: undefined while loading, empty when they could not be loaded. */
function offeredBy(load: Load<{ paymentMethods: readonly OfferedMethod[] }>) {
  if (load.state === 'ready') return load.data.paymentMethods;
  return load.state === 'failed' ? [] : undefined;
}

/** A refused quote blocks the order like a refused order. */
function quoteProblem(load: Load<unknown>): OrderProblem | undefined {
  if (load.state !== 'failed') return undefined;
  const items = unavailableLines(load.failure);
  const { message } = load.failure;
  return items?.length ? { kind: 'lines', message, items } : { kind: 'refused', message };
}
