/**
 * What the shop offers for a cart: listed codes, and a kit instead of its parts. Loaded with the lines of the cart, and at checkout
 * with the field for a code.
 */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';
import {
  $coupon,
  appliedCode,
  applyCode,
  codeToSend,
  forgetCode,
  writtenCode,
} from '#shared/cart/coupon.store.ts';
import './offers.css';
import type { ApiOfferedKit, ApiOffers, RequestedLine } from '#domain/pricing/quote.ts';
import type { QuoteDestination } from './useQuote.ts';

const none: ApiOffers = { codes: [], kit: null };

export type OffersProps = {
  /** The lines that can be bought. */
  items: readonly RequestedLine[];
  destination: Pick<QuoteDestination, 'pincode' | 'state'> | undefined;
  onApply?: (code: string) => void;
  /** Called with the codes that are shown. */
  onListed?: (codes: readonly string[]) => void;
  /** Puts a kit in the place of its parts. Without it, no kit is shown. */
  onTakeKit?: (kit: ApiOfferedKit) => void;
};

/** Each offer in a row with its button. Nothing while there is none, and where the shop does not answer. */
export default function Offers({ items, destination, onApply, onListed, onTakeKit }: OffersProps) {
  const token = useStore($token);
  const chosen = useStore($coupon);
  const inUse = chosen.state === 'kept' ? writtenCode(chosen) : codeToSend(chosen);
  const applied = appliedCode(chosen)?.code;
  const [{ codes, kit }, setOffers] = useState<ApiOffers>(none);
  const lines = JSON.stringify(items.map(({ _id, quantity }) => ({ _id, quantity })));
  const { pincode, state } = destination ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code can have a limit for each customer
  useEffect(() => {
    let current = true;
    const code = applied && { couponCode: applied };
    const json = { items: JSON.parse(lines) as RequestedLine[], pincode, state, ...code, listOffers: true };
    void send(api.order.quote.$post({ json })).then((answer) => {
      if (!current) return;
      const found = (answer.ok && answer.data.offers) || none;
      setOffers(found);
      onListed?.(found.codes.map(({ code }) => code));
    });
    return () => {
      current = false;
    };
  }, [lines, pincode, state, token, applied]);
  const offered = onTakeKit && kit;
  if (!codes.length && !offered) return null;
  return (
    <div className="offers">
      <p className="eyebrow">Offers</p>
      <ul aria-label="Offers for your cart">
        {offered && (
          <li>
            <span>
              <strong>{offered.name}</strong>
              <span className="soft small">{offered.message}</span>
            </span>
            <button type="button" className="button plain small" onClick={() => onTakeKit(offered)}>
              Take the kit<span className="visually-hidden"> {offered.name}</span>
            </button>
          </li>
        )}
        {codes.map(({ code, message }) => {
          const used = code === inUse;
          const press = () => (used ? forgetCode() : onApply ? onApply(code) : void applyCode(code));
          return (
            <li key={code} data-used={used || undefined}>
              <span>
                <strong translate="no">{code}</strong>
                <span className="soft small">{message}</span>
              </span>
              <button type="button" className="button plain small" onClick={press}>
                {used ? 'Remove' : 'Apply'}
                <span className="visually-hidden"> code {code}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
