import { type FormEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Cart } from '#domain/cart/cart.ts';
import { defaultMethod, isPaidOnline, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import type { ApiQuote } from '#domain/pricing/quote.ts';
import type { UnavailableLine } from '#domain/pricing/unavailable.ts';
import { MissingPart, optional } from '#lib/load-part.dom.ts';
import { paths } from '#lib/paths.ts';
import { asRecord } from '#lib/record.ts';
import { takeSessionStorage } from '#lib/session-storage.dom.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import type { Shopper } from '#shared/account/shopper.api.ts';
import { setLine } from '#shared/cart/cart.store.ts';
import { focusFirstError } from '#ui/focus-first-error.dom.ts';
import { DeliveryStep } from './DeliveryStep.tsx';
import { type CheckoutStore, OrderSummary } from './OrderSummary.tsx';
import { PaymentStep } from './PaymentStep.tsx';
import { PlaceOrder } from './PlaceOrder.tsx';
import type { OrderProblem } from './problem.ts';
import { useCheckoutQuote } from './useCheckoutQuote.ts';
import { useDelivery } from './useDelivery.ts';
import { loadSending, requestedLines, usePlaceOrder } from './usePlaceOrder.ts';

/** The payment method that was chosen last on this device. */
const $paymentMethod = storedAtom('paymentMethod', '');

/** Cash on delivery, until another method was chosen. */
const readPaymentMethod = (): PaymentMethod =>
  paymentMethods.find((id) => id === $paymentMethod.get()) ?? defaultMethod;

const rememberPaymentMethod = (id: PaymentMethod): void => $paymentMethod.set(id);

type Props = {
  store: CheckoutStore;
  person: Shopper;
  /** Whether the shopper has no account here. */
  guest: boolean;
  /** Whether the page's script has not begun yet. */
  opening: boolean;
  cart: Cart;
  /** Why the payment was not made from which the shopper returns. */
  unpaid: string | undefined;
  onPlaced: () => void;
};

const formId = 'checkout-form';

/** The two steps, and the summary beside them. */
export function CheckoutForm({ store, person, guest, opening, cart, unpaid, onPlaced }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const { buyNow, chosen, setChosen } = useDevice(opening);
  const delivery = useDelivery(person, form, opening);
  const order = usePlaceOrder({
    shop: store.name,
    email: person.email,
    unpaid,
    onGuest: delivery.setOwner,
    onPlaced,
  });
  const items = requestedLines(cart);
  const quote = useCheckoutQuote(items, delivery.destination, store, chosen);
  const { method, priced, promise, notServed } = quote;
  const problem = currentProblem(order.problem, quote.exact) ?? quote.problem;

  useEffect(() => {
    // A refusal with a new quote: it is shown at once, so that the next press accepts it.
    if (hasQuote(order.problem)) quote.renew(order.problem.quote);
  }, [order.problem, quote.renew]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (order.busy || quote.busy || !priced || !method?.enabled) return;
    try {
      const { address, business, errors } = await delivery.check();
      const showErrors = (found: typeof errors) =>
        focusFirstError(form.current, () => delivery.setErrors(found));
      if (!address) return showErrors(errors);
      if (notServed) return showErrors({ zipcode: notServed });
      const wrong = await order.place(method.id, { address, business }, cart, priced);
      if (wrong?.kind === 'fields') showErrors(wrong.fields);
    } catch (error) {
      if (!(error instanceof MissingPart)) throw error;
      // The form's schema could not be loaded: nothing was sent.
      order.setProblem({ kind: 'refused', message: error.message });
    }
  };
  const choose = (id: PaymentMethod) => {
    setChosen(id);
    rememberPaymentMethod(id);
    // A problem with another payment method does not concern this one.
    if (!hasQuote(order.problem)) order.setProblem(undefined);
  };
  const adjust = (missing: readonly UnavailableLine[]) => {
    order.setProblem(undefined);
    for (const { _id, available } of missing) setLine(_id, available);
  };

  return (
    <div className="checkout wrap" data-opening={opening || undefined}>
      <h1>Complete Your Order</h1>
      {guest && <HaveAccount />}
      <form
        className="checkout-steps stack gap-6"
        id={formId}
        ref={form}
        onFocus={() => void loadSending(optional).catch(() => {})}
        onSubmit={submit}
        noValidate
      >
        <DeliveryStep delivery={delivery} promise={promise} notServed={notServed} tax={quote.tax} />
        <PaymentStep
          choices={quote.choices}
          chosen={method?.id}
          switched={quote.switched}
          less={quote.less}
          onChoose={choose}
          unpaid={problem?.kind === 'unpaid' ? problem.message : undefined}
        />
      </form>
      <OrderSummary
        top={buyNow && <BuyNow name={buyNow} alone={items.length === 1} />}
        quote={priced}
        method={method?.id}
        rounding={quote.rounding}
        destination={delivery.destination}
        promise={promise}
        lines={quote.state === 'loading' ? items.length : 0}
        store={store}
      >
        <PlaceOrder
          form={formId}
          opening={opening}
          says={order.busy}
          online={method !== undefined && isPaidOnline(method.id)}
          ready={Boolean(priced && !quote.busy && method?.enabled)}
          problem={problem}
          pressed={order.problem !== undefined}
          total={quote.total}
          onAdjust={adjust}
          onReload={order.problem || quote.state !== 'failed' ? undefined : quote.reload}
        />
      </OrderSummary>
    </div>
  );
}

/** What this device knows: the product of Buy Now, and the payment method that was chosen last. */
function useDevice(opening: boolean) {
  const [buyNow, setBuyNow] = useState<string>();
  const [chosen, setChosen] = useState<PaymentMethod>(defaultMethod);
  // The static page knows nothing of this device.
  useLayoutEffect(() => {
    if (opening) return;
    setBuyNow(takeBuyNow());
    setChosen(readPaymentMethod());
  }, [opening]);
  // Back on a kept page is another visit.
  useEffect(() => {
    const forget = () => setBuyNow(undefined);
    addEventListener('pagehide', forget);
    return () => removeEventListener('pagehide', forget);
  }, []);
  return { buyNow, chosen, setChosen };
}

/** Whether the refusal carries a new quote, which the shopper has to accept. */
const hasQuote = (problem: OrderProblem | undefined) =>
  problem?.kind === 'amount' || problem?.kind === 'coupon';

/** The problem, unless its quote is outdated because the code or the cart has changed since. */
const currentProblem = (problem: OrderProblem | undefined, shown: ApiQuote | undefined) =>
  hasQuote(problem) && problem.quote !== shown ? undefined : problem;

/** Returns the product of Buy Now, once. */
function takeBuyNow(): string | undefined {
  const { fromBuyNow, productName } = asRecord(takeSessionStorage('buyNow'));
  return fromBuyNow && typeof productName === 'string' ? productName : undefined;
}

const HaveAccount = () => (
  <p className="checkout-sign-in">
    <span className="soft">Have an account?</span>{' '}
    <a className="button plain" href={paths.loginThen(paths.checkout)}>
      Sign in
    </a>
  </p>
);

function BuyNow({ name, alone }: { name: string; alone: boolean }) {
  return (
    <p className="notice small">
      You are buying <strong>{name}</strong>
      {alone ? '.' : ', together with everything else in your cart.'}
    </p>
  );
}
