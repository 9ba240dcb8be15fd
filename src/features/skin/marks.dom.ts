/** Writes the marks of My skin on the cards of a page, also on later ones, and follows the profile. */

import { judge } from '#domain/skin/marks.ts';
import { wishesOf } from '#domain/skin/profile.ts';
import { loadSkinMarks } from './marks.api.ts';
import { $skinProfile } from './profile.store.ts';

const texts = { suits: 'Suits you', twice: 'Think twice' } as const;

let started = false;

/** Called by live.dom.ts on a device that has a profile. */
export async function startSkinMarks(): Promise<void> {
  if (started) return;
  started = true;
  const marks = await loadSkinMarks().catch(() => undefined);
  if (!marks) return;
  const draw = (): void => {
    const { markOf } = judge(marks, wishesOf($skinProfile.get()));
    for (const place of document.querySelectorAll<HTMLElement>('[data-mark]')) {
      const mark = markOf(place.dataset.mark ?? '');
      place.textContent = mark ? texts[mark] : '';
      place.dataset.kind = mark ?? '';
    }
  };
  $skinProfile.subscribe(draw);
  document.addEventListener('shop:cards', draw);
}
