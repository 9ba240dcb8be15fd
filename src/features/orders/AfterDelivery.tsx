/** What a shopper can do with lines that have arrived, besides returning them (docs/behaviour.md, "My Orders"). */
import { Suspense, useState } from 'react';
import type { OrderCardData } from '#domain/orders/order.ts';
import type { AddedLine } from '#features/cart/add-lines.dom.ts';
import { api, send } from '#lib/api.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { reviewFormOf } from '#lib/more-paths.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { useLoad } from '#ui/useLoad.ts';
import type { AskProps } from './HowDidItGo.tsx';

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

/** What can be done with a line that has arrived. @property hasPage of {@link useHasPage} */
export const LineActions = ({ line, hasPage }: { line: OrderCardData; hasPage: boolean }) => (
  <>
    <BuyAgain className="quiet" lines={[{ ...line, _id: line.productId }]}>
      Buy again
    </BuyAgain>
    {IS_ON.reviews && hasPage && (
      <a className="button quiet small" href={reviewFormOf(line.productId)}>
        Review
      </a>
    )}
  </>
);

const Ask = lazyComponent(() => import('./HowDidItGo.tsx'));
/** How the order went: what went well can be reviewed. */
export const HowDidItGo = (props: AskProps) =>
  IS_ON.reviews && (
    <Suspense>
      <Ask {...props} />
    </Suspense>
  );
