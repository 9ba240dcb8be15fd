import { type RefObject, useEffect, useRef } from 'react';
import { hydratedEvent } from '#lib/hydrated-event.ts';

/**
 * Tells `client:intent` (src/lib/intent.dom.ts) that the island is hydrated: the effects of its root component run last.
 * @returns the ref of any element of the island, from which the event bubbles
 */
export function useHydrationReport<T extends Element>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    element.current?.dispatchEvent(new Event(hydratedEvent, { bubbles: true }));
  }, []);
  return element;
}
