import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { isPincode } from '#domain/delivery/pincode.ts';
import { type DeliveryRules, withFees } from '#domain/delivery/promise.ts';
import { marksOf, waysToPay } from '#domain/payments/ways-to-pay.ts';
import { percentOff } from '#domain/pricing/offers.ts';
import { quoteRows } from '#domain/pricing/sums.ts';
import type { Store } from '#domain/store/store.ts';
import { Arrival } from '#features/delivery/Arrival.tsx';
import { $pincode } from '#features/delivery/pincode.store.ts';
import { usePincodeCheck } from '#features/delivery/usePincodeCheck.ts';
import { CouponField } from '#features/pricing/CouponField.tsx';
import type { OffersProps } from '#features/pricing/Offers.tsx';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { PaymentMarks } from '#ui/PaymentMarks.tsx';
import { Sums } from '#ui/Sums.tsx';
import '#ui/place-bar.css';
import { type CartLine, cartTotal } from '#domain/cart/lines.ts';
import { useCartQuote } from './useCartQuote.ts';

type Props = {
  store: Pick<Store, 'delivery' | 'care'>;
  rules: DeliveryRules;
  lines: readonly CartLine[];
  /** What the lines cost less than their MRP, paise. */
  saved: Paise;
  /** The first line that has to be resolved before checkout, if any. */
  blockedBy: CartLine | undefined;
  /** Loads the prices again; set while the shop cannot be reached. */
  onRetry?: (() => Promise<void>) | undefined;
  onTakeKit: OffersProps['onTakeKit'];
};

/** The box beside the lines: the sums, and the button to the checkout. */
export function CartTotals({ store: shop, rules, lines, saved, blockedBy, onRetry, onTakeKit }: Props) {
  const { pincode, check } = usePincodeCheck(rules);
  const store = withFees(shop, check?.promise);
  const available = lines.filter((line) => line.state === 'ok');
  const subtotal = cartTotal(available);
  const pieces = available.reduce((sum, line) => sum + line.quantity, 0);
  const items = available.map(({ id, quantity }) => ({ _id: id, quantity }));
  const served = check?.promise?.served ? pincode : '';
  const { coupon, gst, less } = useCartQuote(items, served);
  const sums = available.length
    ? percentOff(store, subtotal, coupon?.percent ?? 0)
    : { subtotal: 0, discount: 0, delivery: 0, total: 0 };
  const { discount, delivery, total } = sums;
  const [listed, setListed] = useState<readonly string[]>([]);
  const destination = served ? { pincode: served } : undefined;
  const missing = store.delivery.freeFrom - (subtotal - discount);
  return (
    <section className="cart-totals" aria-labelledby="cart-totals">
      <div className="cart-sums panel stack">
        <h2 id="cart-totals">
          Cart Totals <span className="soft">({pieces === 1 ? '1 piece' : `${pieces} pieces`})</span>
        </h2>
        <Sums rows={[...quoteRows({ ...sums, code: coupon?.code }), ...gst]} />
        {saved > 0 && <p className="cart-saved small">You save {formatPrice(saved)} on the MRP.</p>}
        <CartPincode />
        <Arrival pincode={pincode} check={check} phone={shop.care.phone} />
        <CouponField listed={listed} />
        {delivery > 0 && missing > 0 && (
          <p className="notice small">Add {formatPrice(missing)} more for free delivery</p>
        )}
        {delivery === 0 && available.length > 0 && (
          <p className="soft small">Delivery is free for this order.</p>
        )}
      </div>
      <div className="place-bar cluster">
        <p className="cart-bar-total cluster" aria-hidden="true">
          <span className="soft small">Total</span>
          <span>{formatPrice(total)}</span>
        </p>
        {onRetry ? <CheckoutOffline onRetry={onRetry} /> : <Checkout blockedBy={blockedBy} />}
      </div>
      <CartOffers items={items} destination={destination} onListed={setListed} onTakeKit={onTakeKit} />
      <div className="cart-assurances soft small stack gap-3">
        {less && <p className="cart-saved">{less}.</p>}
        <PaymentMarks marks={marksOf(IS_ON)} />
        <p>Pay by {waysToPay(IS_ON)}. Prices include all taxes.</p>
      </div>
      <p className="visually-hidden" role="status">
        Total {formatPrice(total)}
      </p>
    </section>
  );
}

/** What is offered. It comes late: below the sums and, where that stays in its place, the button. */
function CartOffers(order: OffersProps) {
  const [Offers, setOffers] = useState<ComponentType<OffersProps>>();
  useEffect(() => {
    // The cart works without them.
    loadPart(() => import('#features/pricing/Offers.tsx'), optional).then(
      (part) => setOffers(() => part.default),
      () => {},
    );
  }, []);
  return <div className="cart-offers">{Offers && order.items.length > 0 && <Offers {...order} />}</div>;
}

/** The pincode, as on the product's page: it decides when the order arrives. */
function CartPincode() {
  const pincode = useStore($pincode, { ssr: () => '' });
  const [typed, setTyped] = useState(pincode);
  const type = (text: string) => {
    setTyped(text);
    // Only for those who type here.
    loadPart(() => import('#lib/clean.ts'), optional).then(
      ({ cleanCode }) => {
        const digits = cleanCode(text);
        if (isPincode(digits) || !digits) $pincode.set(digits);
      },
      () => {},
    );
  };
  return (
    <p className="cart-pincode split">
      <label htmlFor="cart-pincode">Delivery to pincode</label>
      <input
        className="input"
        id="cart-pincode"
        inputMode="numeric"
        autoComplete="postal-code"
        value={typed}
        onChange={({ target }) => type(target.value)}
      />
    </p>
  );
}

function Checkout({ blockedBy }: Pick<Props, 'blockedBy'>) {
  if (!blockedBy)
    return (
      <a className="button wide" href={paths.placeOrder}>
        Proceed to Checkout
      </a>
    );
  return (
    <>
      <button
        type="button"
        className="button wide"
        aria-disabled="true"
        aria-describedby="cart-blocked"
        onClick={() => document.getElementById(`line-${blockedBy.id}`)?.focus()}
      >
        Proceed to Checkout
      </button>
      <p className="notice error small" id="cart-blocked">
        Some products cannot be ordered as they are. Please change or remove the marked ones first.
      </p>
    </>
  );
}

/** Replaces the checkout button while the current prices are not known. */
function CheckoutOffline({ onRetry }: { onRetry: () => Promise<void> }) {
  return (
    <>
      <button
        type="button"
        className="button wide"
        onClick={() => void onRetry()}
        aria-describedby="cart-offline"
      >
        Try again
      </button>
      <p className="notice small" id="cart-offline">
        You are offline, so checkout has to wait. Your cart is safe on this device.
      </p>
    </>
  );
}
