/** The codes that the shop offers for a cart. Loaded when the field for a code is opened. */
import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { api, send } from '#lib/api.ts';
import { $token } from '#lib/token.store.ts';
import './listed-codes.css';
import type { ApiListedCode, RequestedLine } from '#domain/pricing/quote.ts';
import type { QuoteDestination } from './useQuote.ts';

export type ListedCodesProps = {
  /** The lines that can be bought. */
  items: readonly RequestedLine[];
  destination: Pick<QuoteDestination, 'pincode' | 'state'> | undefined;
  onApply: (code: string) => void;
};

/** Each code in a row with its button. Nothing while there is none, and where the shop does not answer. */
export default function ListedCodes({ items, destination, onApply }: ListedCodesProps) {
  const token = useStore($token);
  const [codes, setCodes] = useState<readonly ApiListedCode[]>([]);
  const lines = JSON.stringify(items.map(({ _id, quantity }) => ({ _id, quantity })));
  const { pincode, state } = destination ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code can have a limit for each customer
  useEffect(() => {
    let current = true;
    const json = { items: JSON.parse(lines) as RequestedLine[], pincode, state, listCodes: true };
    void send(api.order.quote.$post({ json })).then((answer) => {
      if (current) setCodes((answer.ok && answer.data.codes) || []);
    });
    return () => {
      current = false;
    };
  }, [lines, pincode, state, token]);
  if (!codes.length) return null;
  return (
    <ul className="listed-codes" aria-label="Codes for your cart">
      {codes.map(({ code, percent, message }) => (
        <li key={code}>
          <span>
            <strong translate="no">{code}</strong>
            <span className="soft small">
              {percent}% off. {message}
            </span>
          </span>
          <button type="button" className="button plain small" onClick={() => onApply(code)}>
            Apply<span className="visually-hidden"> code {code}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
