import { useStore } from '@nanostores/react';
import { useMemo } from 'react';
import type { Card } from '#domain/catalogue/card.ts';
import type { Search } from '#domain/search/search-query.ts';
import { judge } from '#domain/skin/marks.ts';
import { emptyProfile, isEmptyProfile, wishesOf } from '#domain/skin/profile.ts';
import { loadSkinMarks } from '#features/skin/marks.api.ts';
import { $skinProfile } from '#features/skin/profile.store.ts';
import { outcomeOf } from '#lib/outcome.ts';
import { useLoad } from '#ui/useLoad.ts';

const unchanged = (cards: readonly Card[]): Card[] => [...cards];

/**
 * My skin in the collection: whether the device has a profile, and what it makes of cards.
 * @property arrange filters and sorts; undefined while the marks load, and when they cannot be loaded
 */
export function useSkin({ mine = false, sort }: Pick<Search, 'mine' | 'sort'>) {
  const profile = useStore($skinProfile, { ssr: () => emptyProfile });
  const has = IS_ON.skin && !isEmptyProfile(profile);
  const needed = has && (mine || sort === 'mine');
  const { load, busy, reload } = useLoad(needed ? 'marks' : undefined, () => outcomeOf(loadSkinMarks()));
  const marks = load.state === 'ready' ? load.data : undefined;
  const arrange = useMemo(() => {
    if (!needed) return unchanged;
    if (!marks) return undefined;
    const { markOf, rankOf } = judge(marks, wishesOf(profile));
    return (cards: readonly Card[]): Card[] => {
      const kept = mine ? cards.filter(({ id }) => markOf(id) === 'suits') : [...cards];
      return sort === 'mine' ? kept.sort((a, b) => rankOf(a.id) - rankOf(b.id)) : kept;
    };
  }, [needed, marks, profile, mine, sort]);
  return { has, arrange, failed: needed && load.state === 'failed', busy, reload };
}
