/** The codes that the shop offers for a cart. Loaded with the lines of the cart, and at checkout with the field for a code. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';
import { $coupon, applyCode, codeToSend, forgetCode, writtenCode } from '#shared/cart/coupon.store.ts';
import './listed-codes.css';
import type { ApiListedCode, RequestedLine } from '#domain/pricing/quote.ts';
import type { QuoteDestination } from './useQuote.ts';

export type ListedCodesProps = {
  /** The lines that can be bought. */
  items: readonly RequestedLine[];
  destination: Pick<QuoteDestination, 'pincode' | 'state'> | undefined;
  onApply?: (code: string) => void;
  /** Called with the codes that are shown. */
  onListed?: (codes: readonly string[]) => void;
};

/** Each code in a row with its button. Nothing while there is none, and where the shop does not answer. */
export default function ListedCodes({ items, destination, onApply, onListed }: ListedCodesProps) {
  const token = useStore($token);
  const chosen = useStore($coupon);
  const inUse = chosen.state === 'kept' ? writtenCode(chosen) : codeToSend(chosen);
  const [codes, setCodes] = useState<readonly ApiListedCode[]>([]);
  const lines = JSON.stringify(items.map(({ _id, quantity }) => ({ _id, quantity })));
  const { pincode, state } = destination ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code can have a limit for each customer
  useEffect(() => {
    let current = true;
    const json = { items: JSON.parse(lines) as RequestedLine[], pincode, state, listCodes: true };
    void send(api.order.quote.$post({ json })).then((answer) => {
      if (!current) return;
      const found = (answer.ok && answer.data.codes) || [];
      setCodes(found);
      onListed?.(found.map(({ code }) => code));
    });
    return () => {
      current = false;
    };
  }, [lines, pincode, state, token]);
  if (!codes.length) return null;
  return (
    <div className="listed-codes">
      <p className="eyebrow">Offers</p>
      <ul aria-label="Codes for your cart">
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
