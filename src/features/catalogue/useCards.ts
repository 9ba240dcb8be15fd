import { useEffect, useState } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import { loadCards } from './cards.api.ts';

/**
 * The cards of products: those that are not known yet are asked for together.
 * @param ids at most 100 @returns cards in the order of the ids @returns gone ids of what is not sold any more
 */
export function useCards(ids: readonly string[]) {
  const [known, setKnown] = useState<ReadonlyMap<string, Card | undefined>>(new Map());
  const [failed, setFailed] = useState(false);
  const open = ids.filter((id) => !known.has(id)).join();

  useEffect(() => {
    if (!open || failed) return;
    let current = true;
    const asked = open.split(',');
    loadCards(asked).then(
      (cards) => {
        if (!current) return;
        const found = new Map(cards.map((card) => [card.id, card]));
        setKnown((before) => new Map([...before, ...asked.map((id) => [id, found.get(id)] as const)]));
      },
      () => current && setFailed(true),
    );
    return () => {
      current = false;
    };
  }, [open, failed]);

  const cards = ids.flatMap((id) => known.get(id) ?? []);
  const shown = cards.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: live.dom.ts fills in new cards, and hearts.dom.ts presses their hearts
  useEffect(() => void document.dispatchEvent(new CustomEvent('shop:cards')), [shown]);
  return {
    cards,
    gone: ids.filter((id) => known.has(id) && !known.get(id)),
    loading: open !== '' && !failed,
    failed: open !== '' && failed,
    retry: () => setFailed(false),
  };
}
