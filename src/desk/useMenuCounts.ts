import { useEffect, useState } from 'react';
import type { Screen } from '#domain/desk/route.ts';
import { api, send } from '#lib/api.ts';

type Counts = Partial<Record<Screen, number>>;

/** How much work waits on each screen. It is asked for again when `key` changes; an answer that fails changes nothing. */
export function useMenuCounts(key: string): Counts {
  const [counts, setCounts] = useState<Counts>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` asks again
  useEffect(() => {
    let isCurrent = true;
    void send(api.desk.menu.$get()).then((answer) => {
      if (answer.ok && isCurrent) setCounts(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return counts;
}
