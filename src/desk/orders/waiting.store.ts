/** How many orders wait for something, asked for again and again while the desk is open and visible. */
import { atom } from 'nanostores';
import type { WaitingCounts } from '#domain/orders/order-rules.ts';
import { api, send } from '#lib/api.ts';
import { $shopperToken } from '#lib/guest-token.store.ts';

/** Orders by status; undefined until the first answer. `version` changes when anything happens to any order. */
export const $waiting = atom<{ version: string; counts: WaitingCounts } | undefined>(undefined);

/** Pause between two requests, ms: with the time of an answer, a new order is shown within 15 s. */
const pause = 12_000;

/** Keeps `$waiting` current while the page is visible. @returns stops it */
export function watchWaiting(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  const ask = async () => {
    const headers = { token: $shopperToken.get() ?? '', 'If-None-Match': $waiting.get()?.version ?? '' };
    const response = await api.desk.waiting.$get({}, { headers }).catch(() => undefined);
    if (!response || response.status === 304) return;
    const answer = await send(Promise.resolve(response));
    if (!answer.ok || stopped) return;
    const { counts } = answer.data;
    if (counts) $waiting.set({ version: response.headers.get('etag') ?? '', counts });
  };
  const again = async () => {
    clearTimeout(timer);
    if (document.hidden) return;
    await ask();
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(again, pause);
  };

  document.addEventListener('visibilitychange', again);
  void again();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', again);
  };
}
