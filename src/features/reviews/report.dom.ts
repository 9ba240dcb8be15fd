/** Reports a review to the shop: a dialog with the reason (docs/behaviour.md, "Hidden reviews"). */

import type { HideReason } from '#domain/reviews/review-constants.ts';
import { toast } from '#ui/toast.dom.ts';
import { reportReview } from './reviews.api.ts';

let reviewId = '';
let started = false;

/** @param section of Reviews.astro @param id of the review */
export function openReport(section: HTMLElement, id: string): void {
  const dialog = section.querySelector<HTMLDialogElement>('[data-report-dialog]');
  const form = dialog?.querySelector('form');
  if (!dialog || !form) return;
  reviewId = id;
  if (!started) form.addEventListener('submit', (event) => void report(event, dialog, form));
  started = true;
  form.reset();
  showProblem(dialog, '');
  dialog.showModal();
}

async function report(event: SubmitEvent, dialog: HTMLDialogElement, form: HTMLFormElement): Promise<void> {
  if ((event.submitter as HTMLButtonElement | null)?.value === 'cancel') return;
  event.preventDefault();
  const given = new FormData(form);
  const text = String(given.get('text') ?? '').trim();
  const answer = await reportReview(reviewId, given.get('reason') as HideReason, text);
  if (!answer.ok) return showProblem(dialog, answer.message);
  dialog.close();
  toast({ message: answer.data.message });
}

function showProblem(dialog: HTMLDialogElement, message: string): void {
  const place = dialog.querySelector<HTMLElement>('[role="alert"]');
  if (place) place.textContent = message;
}
