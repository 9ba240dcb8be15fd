/** What a device says on cards: the marks of My skin, and the hearts of what is saved. */
import { profileKey } from '#features/skin/profile-key.ts';
import { pressHeart, startHearts } from '#features/wishlist/hearts.dom.ts';
import { readStored } from '#lib/device-storage.dom.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';

/** Called by live.dom.ts on a device that has one of them. @param heart that was pressed */
export function startCardMarks(heart?: HTMLElement): void {
  if (IS_ON.wishlist) {
    startHearts();
    if (heart) pressHeart(heart);
  }
  if (IS_ON.skin && readStored('localStorage', profileKey))
    loadPart(() => import('#features/skin/marks.dom.ts'), optional).then(
      (part) => part.startSkinMarks(),
      () => {},
    );
}
