/** What a shopper can do with an order that was delivered, besides returning it (docs/behaviour.md, "My Orders"). */
import { useStore } from '@nanostores/react';
import { useRef, useState } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import type { AddedLine } from '#features/cart/add-lines.dom.ts';
import { api, send } from '#lib/api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { paths, productPath } from '#lib/paths.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import { useLoad } from '#ui/useLoad.ts';

type BuyProps = { lines: readonly AddedLine[]; className: string; children: string };

/** The button that puts lines of an order into the cart. */
export function BuyAgain({ lines, className, children }: BuyProps) {
  const [busy, setBusy] = useState(false);
  const add = async () => {
    if (busy) return;
    setBusy(true);
    await loadPart(() => import('#features/cart/add-lines.dom.ts')).then(
      (part) => part.addLines(lines),
      () => {},
    );
    setBusy(false);
  };
  return (
    <button type="button" className={`button small ${className}`} aria-busy={busy} onClick={add}>
      {children}
    </button>
  );
}

/**
 * Whether the shop still has the page of a product, where it is reviewed; true while that is not known.
 * @param id undefined asks nothing
 */
export function useHasPage(id: string | undefined): boolean {
  const { load } = useLoad(id, () => send(api.product.live.$get({ query: { ids: id ?? '' } })));
  return load.state !== 'ready' || load.data.products[id ?? '']?.retired === false;
}

/** The form for a review on a product's page. Not in paths.ts, which every page loads. */
export const reviewFormOf = (id: string): string => `${productPath(id)}#write-review`;

/** The contact form, filled in by features/support/submit-ticket.api.ts. */
const contactAbout = (reference: string): string => `${paths.contact}?order=${reference}&type=order#support`;

/** Ids of the orders of which the shopper has said on this device how they went, the newest last. */
const $answered = storedAtom<readonly string[]>('ordersAnswered', [], {
  encode: (ids) => ids.join(',') || undefined,
  decode: (text) => text.split(','),
});
const mostAnswered = 50;
const answer = (id: string) => $answered.set([...$answered.get(), id].slice(-mostAnswered));

type AskProps = {
  order: ApiOrder;
  productId: string;
  /** undefined for an order that can only be read. */
  onChanged: (() => void) | undefined;
};

/** Asks once for each order how it went: "Well" leads to a review, "Not so well" to a return or to the contact form. */
export function HowDidItGo({ order, productId, onChanged }: AskProps) {
  const { _id, reference, returnable, returns = [] } = order;
  const isAnswered = useStore($answered).includes(_id);
  const { Dialog, open, close } = useLazyDialog(() => import('./ReturnDialog.tsx'));
  const box = useRef<HTMLDivElement>(null);
  if (returns.length || (isAnswered && !Dialog)) return null;
  const closed = () => {
    // The pressed button is about to be removed.
    box.current?.closest('.order-card, .order-whole')?.querySelector('button')?.focus();
    answer(_id);
    close();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and there is none here
    <div className="order-asked cluster" role="group" aria-label="How did it go?" ref={box}>
      <p>How did it go?</p>
      <div className="cluster gap-2">
        <a className="button quiet small" href={reviewFormOf(productId)} onClick={() => answer(_id)}>
          Well
        </a>
        {returnable && onChanged ? (
          <button type="button" className="button quiet small" onClick={open}>
            Not so well
          </button>
        ) : (
          <a className="button quiet small" href={contactAbout(reference)} onClick={() => answer(_id)}>
            Not so well
          </a>
        )}
      </div>
      {Dialog && returnable && onChanged && <Dialog {...{ order, returnable, onChanged }} onClose={closed} />}
    </div>
  );
}
