import { useStore } from '@nanostores/react';
import { useRef } from 'react';
import type { ApiOrder } from '#domain/orders/order.ts';
import { reviewFormOf } from '#lib/more-paths.ts';
import { paths } from '#lib/paths.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';

/** The contact form, filled in by features/support/submit-ticket.api.ts. */
const contactAbout = (reference: string): string => `${paths.contact}?order=${reference}&type=order#support`;

/** Ids of the orders of which the shopper has said on this device how they went, the newest last. */
const $answered = storedAtom<readonly string[]>('ordersAnswered', [], {
  encode: (ids) => ids.join(',') || undefined,
  decode: (text) => text.split(','),
});
const mostAnswered = 50;
const answer = (id: string) => $answered.set([...$answered.get(), id].slice(-mostAnswered));

export type AskProps = {
  order: ApiOrder;
  productId: string;
  /** undefined for an order that can only be read. */
  onChanged: (() => void) | undefined;
};

/** Asks once for each order how it went: "Well" leads to a review, "Not so well" to a return or to the contact form. */
export default function HowDidItGo({ order, productId, onChanged }: AskProps) {
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
