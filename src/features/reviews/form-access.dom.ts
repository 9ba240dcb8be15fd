/**
 * Who may write a review: somebody who is signed in, or who came by the link of the email that asks for it. Opens the
 * form at its own address, `#write-review`, with the draft if there is one.
 */
import { $skinProfile } from '#features/skin/profile.store.ts';
import { loadPart } from '#lib/load-part.dom.ts';
import { $token } from '#lib/token.store.ts';
import { restoreDraft } from './draft.dom.ts';
import { dropLink, linkOf } from './review-link.dom.ts';

/** @param section of Reviews.astro @param id of the product */
export function startForm(section: HTMLElement, id: string): void {
  const form = section.querySelector<HTMLFormElement>('.review-write form');
  const box = form?.closest('details');
  const note = section.querySelector<HTMLElement>('[data-signed-out]');
  if (!form || !box || !note) return;
  const show = (allowed: boolean): void => {
    form.hidden = !allowed;
    note.hidden = allowed;
  };
  const refuse = (): boolean => {
    if (!linkOf(id).link) {
      show(restoreDraft(form, id));
      return false;
    }
    dropLink(id);
    const expired = note.querySelector<HTMLElement>('[data-expired]');
    if (expired) expired.hidden = false;
    const signedIn = Boolean($token.get());
    show(signedIn);
    box.open = true;
    if (!signedIn) note.focus();
    return signedIn;
  };
  const start = (): void => {
    show(true);
    void loadPart(() => import('./own-review.dom.ts')).then(
      ({ startOwnReview }) => startOwnReview({ section, form, id, refuse }),
      () => {},
    );
  };
  const { link } = linkOf(id);
  if ($token.get() || link) start();
  else show(false);
  // A session that ends does not hide what somebody has written.
  $token.listen((token) => token && start());
  const restored = restoreDraft(form, id);
  if (!restored) prefillSkin(form);
  if (location.hash !== `#${box.id}`) return;
  box.open = true;
  if (!note.hidden) return;
  form.querySelector<HTMLElement>(restored ? '[type="submit"]' : 'input')?.focus();
}

/** The skin type of My skin, as a choice that the reviewer sees and can change. */
function prefillSkin(form: HTMLFormElement): void {
  const { type } = $skinProfile.get();
  const field = form.elements.namedItem('skinType');
  if (!type || !(field instanceof HTMLSelectElement)) return;
  field.value = type;
  const hint = form.querySelector<HTMLElement>('[data-from-profile]');
  if (hint) hint.hidden = false;
}
