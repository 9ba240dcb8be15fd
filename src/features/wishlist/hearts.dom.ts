/** Presses the hearts of products that are saved, also those of later cards, and saves and removes them. */
import { hasWish, maxWishes } from '#domain/wishlist/wish-list.ts';
import { loadPart, optional } from '#lib/load-part.dom.ts';
import { wishlistPath } from '#lib/more-paths.ts';
import { onActivation } from '#lib/on-activation.dom.ts';
import { $token } from '#lib/token.store.ts';
import { $wishes, removeWish, saveWishes } from '#shared/wishlist/wishes.store.ts';
import { toast } from '#ui/toast.dom.ts';
import { undoToast } from '#ui/undo-toast.dom.ts';

function draw(): void {
  const wishes = $wishes.get();
  for (const heart of document.querySelectorAll<HTMLElement>('[data-save]'))
    heart.ariaPressed = String(hasWish(wishes, heart.dataset.save ?? ''));
}

/** How long Undo stays, ms. */
const undoTime = 8_000;

let started = false;

/** Called where something may be saved, and before the first heart is pressed. */
export function startHearts(): void {
  if (started) return;
  started = true;
  $wishes.subscribe(draw);
  document.addEventListener('shop:cards', draw);
  if ($token.get())
    onActivation(() =>
      loadPart(() => import('#shared/wishlist/wishes.api.ts'), optional).then(
        (part) => part.startWishSync(),
        // The list stays in this browser.
        () => {},
      ),
    );
}

/** Saves the product of a heart, or removes it, after {@link startHearts}. */
export function pressHeart({ dataset: { save: id = '', name = '' } }: HTMLElement): void {
  if (hasWish($wishes.get(), id)) {
    const undo = removeWish(id);
    undoToast({ title: 'Removed from your wish list', message: name, undo, stay: undoTime });
  } else if (saveWishes([id]))
    toast({
      title: 'Saved',
      message: name,
      extra: Object.assign(document.createElement('a'), {
        href: wishlistPath,
        textContent: 'View wish list',
      }),
    });
  else
    toast({
      title: name,
      message: `Your wish list has ${maxWishes} products. Please remove one first.`,
      kind: 'error',
    });
}
