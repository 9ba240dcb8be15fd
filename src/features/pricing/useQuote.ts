import { useStore } from '@nanostores/react';
import type { State } from 'gst/states';
import { useCallback, useEffect, useRef } from 'react';
import type { ApiQuote, RequestedLine } from '#domain/pricing/quote.ts';
import { unavailableLines } from '#domain/pricing/unavailable.ts';
import { api, send } from '#lib/api.ts';
import { onRestore } from '#lib/on-restore.dom.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import {
  $coupon,
  applyVerdict,
  codeToSend,
  failCode,
  noCode,
  refuseCode,
  rereadCode,
} from '#shared/cart/coupon.store.ts';
import { useLoad } from '#ui/useLoad.ts';

/**
 * @property code of the request @property refusal why the server has not checked the code
 * @property notServed why the shop does not deliver to the pincode: then the quote is one without it
 */
export type Quoted = { quote: ApiQuote; code: string; refusal?: string; notServed?: string };

/**
 * What the delivery promise and the tax depend on.
 * @property state where the pincode does not say it @property gstin of the business that orders
 */
export type QuoteDestination = { pincode: string; state?: State; gstin?: string; sez?: boolean };

/**
 * Requests a quote. A shopper who has tried too many codes may still order without one: then it is requested without.
 */
async function requestQuote(
  items: readonly RequestedLine[],
  code: string,
  destination?: QuoteDestination,
): Promise<Outcome<Quoted>> {
  const json = { items: [...items], ...(code && { couponCode: code }), ...destination };
  const answer = await send(api.order.quote.$post({ json }));
  if (answer.ok) return { ok: true, data: { quote: answer.data.quote, code } };
  if (destination && answer.code === 'not_served') {
    const without = await requestQuote(items, code);
    return without.ok ? { ok: true, data: { ...without.data, notServed: answer.message } } : without;
  }
  // What is wrong is shown at its field when the order is sent: until then the quote does without it.
  if (destination && 'gstin' in answer.fields) {
    const { gstin: _, sez: _sez, ...rest } = destination;
    return requestQuote(items, code, rest);
  }
  if (destination && 'state' in answer.fields) {
    const { state: _, ...rest } = destination;
    return requestQuote(items, code, rest);
  }
  if (!code || answer.code !== 'too_many') return answer;
  const without = await requestQuote(items, '', destination);
  return without.ok ? { ok: true, data: { ...without.data, code, refusal: answer.message } } : without;
}

/** Handles a failed quote. For unavailable lines the page shows the reason, and the code is kept without a verdict. */
function handleFailure(failure: Failure): void {
  const code = codeToSend($coupon.get());
  if (unavailableLines(failure))
    applyVerdict(code, { coupon: null, couponProblem: null, couponMessage: null });
  else failCode(code, failure.message);
}

/**
 * A quote with the chosen code; the verdict on the code goes to its store.
 * @param key when it changes, the old quote is dropped; while it is undefined nothing is requested
 * @param refreshKey when it changes, the quote is requested again, and the old one stays meanwhile
 */
export function useQuoted(
  items: readonly RequestedLine[],
  key: string | undefined,
  refreshKey: string,
  destination?: QuoteDestination,
) {
  const code = codeToSend(useStore($coupon, { ssr: () => noCode }));
  const { load, busy, reload, replace } = useLoad(key, () => requestQuote(items, code, destination), {
    onFailure: handleFailure,
  });
  const lastRefreshKey = useRef(refreshKey);
  const judged = useRef<Quoted>(undefined);
  const discounted = load.state === 'ready' && load.data.quote.coupon !== null;

  useEffect(() => {
    if (lastRefreshKey.current === refreshKey) return;
    lastRefreshKey.current = refreshKey;
    // Without a code and without a discount the sums stay the same.
    if (code || discounted) reload();
  }, [refreshKey, code, discounted, reload]);
  useEffect(() => {
    if (load.state !== 'ready' || judged.current === load.data) return;
    // Once per quote: a code that is typed again is checked again.
    judged.current = load.data;
    const { quote, code, refusal } = load.data;
    if (refusal) refuseCode(code, refusal);
    else applyVerdict(code, quote);
  }, [load]);
  useEffect(() => onRestore(rereadCode), []);
  return { load, busy, reload, replace };
}

/**
 * The quote for these lines, with the chosen code. The one for another pincode stays while the new one is loading.
 * @param destination undefined until there is a pincode
 * @returns stale: whether the quote is one for another pincode
 */
export function useQuote(items: readonly RequestedLine[], destination?: QuoteDestination) {
  const code = codeToSend(useStore($coupon, { ssr: () => noCode }));
  const lines = JSON.stringify(items);
  // While the page is opening, the cart is not known.
  const key = items.length ? lines + JSON.stringify(destination) : undefined;
  const { replace, ...quoted } = useQuoted(items, key, code, destination);
  const last = useRef({ lines, load: quoted.load });
  if (quoted.load.state === 'ready') last.current = { lines, load: quoted.load };
  const stays = quoted.load.state === 'loading' && last.current.lines === lines;
  const quote = stays ? { ...quoted, load: last.current.load, busy: true } : quoted;
  /** Replaces the quote by the newer one of a refused order. */
  const renew = useCallback(
    (quote: ApiQuote) => replace({ quote, code: codeToSend($coupon.get()) }),
    [replace],
  );
  const notServed = quote.load.state === 'ready' ? quote.load.data.notServed : undefined;
  return { ...quote, stale: stays, notServed, renew };
}
