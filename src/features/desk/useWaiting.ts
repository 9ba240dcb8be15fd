import { useEffect, useState } from 'react';
import { api, type ResponseOf, send } from '#lib/api.ts';

type Waiting = ResponseOf<typeof api.desk.waiting.$get>;

/** How much work waits on each screen. It is asked for again when `key` changes; an answer that fails changes nothing. */
export function useWaiting(key: string): Partial<Record<string, number>> {
  const [waiting, setWaiting] = useState<Partial<Waiting>>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `key` asks again
  useEffect(() => {
    let isCurrent = true;
    void send(api.desk.waiting.$get()).then((answer) => {
      if (answer.ok && isCurrent) setWaiting(answer.data);
    });
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return waiting;
}
