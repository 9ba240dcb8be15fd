/**
 * One's own review of a product: to edit, withdraw and write again; when it is hidden, the reason and the objection
 * (docs/behaviour.md, "Writing a review", "Hidden reviews"). Loaded for people who may write.
 */

import type { ApiOwnReview, ApiReview } from '#domain/reviews/review.ts';
import { reviewedEvent } from '#domain/reviews/review-constants.ts';
import { starsText } from '#domain/reviews/review-text.ts';
import { formatOrderDate } from '#lib/dates.ts';
import type { Failure } from '#lib/outcome.ts';
import { toast } from '#ui/toast.dom.ts';
import { fillForm, restoreDraft } from './draft.dom.ts';
import { valuesOf } from './review-values.ts';
import { objectToHiding, readOwnReview, repostReview, withdrawReview } from './reviews.api.ts';

type Options = {
  /** Of Reviews.astro. */
  section: HTMLElement;
  /** Of ReviewForm.tsx. */
  form: HTMLFormElement;
  /** Of the product. */
  id: string;
  /** Called when the server refuses link or session. Returns whether to ask again, as another person. */
  refuse: () => boolean;
};

/** Why the review does not count yet, and what to do. */
const waitTexts = {
  listed:
    'It is shown, but does not count in the rating yet. Confirm your email, and it does: the link is in our email to you.',
  email:
    'Only you can see it so far. It is shown, and counts, once you confirm your email: the link is in our email to you.',
  operator:
    'Only you can see it so far. Many reviews of this product came at once, so a person reads them first.',
} as const;

export function startOwnReview({ section, form, id, refuse }: Options): void {
  const panel = section.querySelector<HTMLElement>('[data-own]');
  const dialog = section.querySelector<HTMLDialogElement>('[data-withdraw-dialog]');
  if (!panel || !dialog || panel.dataset.started !== undefined) return;
  panel.dataset.started = '';
  const part = <T extends HTMLElement>(name: string) => panel.querySelector<T>(`[data-own-${name}]`) as T;
  let own: ApiReview | null = null;
  let withdrawn: ApiReview | null = null;

  const fail = ({ message }: Failure): void => toast({ message, kind: 'error' });

  const draw = ({ review, hidden, waits }: Pick<ApiOwnReview, 'review' | 'hidden' | 'waits'>): void => {
    own = review;
    panel.hidden = !review && !withdrawn;
    for (const name of ['edit', 'withdraw']) part(name).hidden = !review;
    part('undo').hidden = Boolean(review) || !withdrawn;
    part('state').textContent = review
      ? `You gave ${starsText(review.rating)} on ${formatOrderDate(review.date)}.`
      : 'Your review is withdrawn.';
    part('waits').hidden = !waits;
    if (waits) part('waits').textContent = waitTexts[review?.unconfirmed ? 'listed' : waits];
    part('hidden').hidden = !hidden;
    if (!hidden) return;
    part('reason').textContent = hidden.label;
    part('objection').textContent = hidden.objection ?? '';
    part('objected').hidden = hidden.objection === null;
    part('object').hidden = hidden.objection !== null;
    part('decision').textContent = hidden.decision
      ? `Our decision: ${hidden.decision}`
      : 'We have not decided on it yet.';
  };

  const load = async (): Promise<void> => {
    const answer = await readOwnReview(id);
    if (answer.ok) draw(answer.data);
    else if ((answer.status === 401 || answer.code === 'link_dead') && refuse()) await load();
  };

  const changed = (): void => {
    document.dispatchEvent(new CustomEvent(reviewedEvent, { detail: id }));
    // The button that was pressed disappears.
    panel.focus();
  };

  part('edit').addEventListener('click', () => {
    if (own && !restoreDraft(form, id)) fillForm(form, valuesOf(own));
    const box = form.closest('details');
    if (box) box.open = true;
    form.querySelector<HTMLElement>('input:checked')?.focus();
  });

  part('withdraw').addEventListener('click', () => dialog.showModal());

  dialog.addEventListener('close', async () => {
    if (dialog.returnValue !== 'withdraw') return;
    dialog.returnValue = '';
    const before = part('hidden').hidden ? own : null;
    const answer = await withdrawReview(id);
    if (!answer.ok) return fail(answer);
    withdrawn = before;
    toast({ message: answer.data.message });
    changed();
  });

  part('undo').addEventListener('click', async () => {
    if (!withdrawn) return;
    const answer = await repostReview(id, withdrawn);
    if (!answer.ok) return fail(answer);
    withdrawn = null;
    toast({ message: 'Your review is back.' });
    changed();
  });

  part<HTMLFormElement>('object').addEventListener('submit', async (event) => {
    event.preventDefault();
    const field = part<HTMLTextAreaElement>('text');
    const text = field.value.trim();
    if (!text) return field.focus();
    const answer = await objectToHiding(id, text);
    if (!answer.ok) return fail(answer);
    toast({ message: answer.data.message });
    await load();
    panel.focus();
  });

  document.addEventListener(reviewedEvent, () => void load());
  void load();
}
