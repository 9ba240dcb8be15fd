import { useStore } from '@nanostores/react';
import { type RequestedLine, readGst } from '#domain/pricing/quote.ts';
import { gstRows, type QuoteRow } from '#domain/pricing/sums.ts';
import { type Quoted, useQuoted } from '#features/pricing/useQuote.ts';
import { $token } from '#lib/token.store.ts';
import { $coupon, appliedCode, codeToSend, noCode } from '#shared/cart/coupon.store.ts';
import type { Load } from '#ui/useLoad.ts';

/**
 * What the server says of the cart: the code in use, which stays while the quote of a changed cart is loading, and the row of
 * the tax within the total, of which there is none where the server does not answer; and what paying online takes off. The
 * other sums are the cart's own.
 * @param items the available lines @param pincode empty where there is none
 */
export function useCartQuote(items: readonly RequestedLine[], pincode: string) {
  const chosen = useStore($coupon, { ssr: () => noCode });
  const token = useStore($token, { ssr: () => '' });
  const key = items.length ? JSON.stringify([token, codeToSend(chosen), items, pincode]) : undefined;
  const { load } = useQuoted(items, key, '', pincode ? { pincode } : undefined);
  const less = key && load.state === 'ready' ? load.data.quote.online?.less : undefined;
  return { coupon: appliedCode(chosen), gst: key ? gstOf(load) : [], less };
}

function gstOf(load: Load<Quoted>): QuoteRow[] {
  if (!IS_ON.gst || load.state === 'failed') return [];
  // The place of the row, which then does not move what stands below.
  if (load.state === 'loading') return [{ label: 'Includes GST', value: '…' }];
  return gstRows(readGst(load.data.quote));
}
