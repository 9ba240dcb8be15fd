/** A review as a card, made from the template of Reviews.astro. The texts of reviewers are inserted as text only. */

import type { ApiReview } from '#domain/reviews/review.ts';
import { againOf, contextOf, receivedMark } from '#domain/reviews/review-text.ts';
import { drawStars } from '#features/catalogue/live.dom.ts';
import { formatOrderDate } from '#lib/dates.ts';
import { loadPart } from '#lib/load-part.dom.ts';

/** A copy of one of the section's templates. */
export function fromTemplate(
  section: HTMLElement,
  name: 'review' | 'none' | 'nothing' | 'failed',
): HTMLElement {
  const template = section.querySelector<HTMLTemplateElement>(`template[data-${name}]`);
  return template?.content.firstElementChild?.cloneNode(true) as HTMLElement;
}

/** @param section of Reviews.astro */
export function reviewCard(section: HTMLElement, review: ApiReview): HTMLElement {
  const card = fromTemplate(section, 'review');
  const part = (name: string) => card.querySelector<HTMLElement>(`[data-${name}]`) as HTMLElement;
  const setText = (name: string, text: string | null | undefined) => {
    if (text) part(name).textContent = text;
    else part(name).remove();
  };
  const setDate = (name: string, at: string) => {
    const time = part(name) as HTMLTimeElement;
    time.dateTime = at;
    time.textContent = formatOrderDate(at);
  };
  // Not in the tab order, but focusable by script.
  card.tabIndex = -1;
  drawStars(part('rating'), review.rating);
  part('rating').ariaLabel = `${review.rating} out of 5 stars`;
  if (!review.verified) part('verified').remove();
  if (review.verified || review.sample) part('unverified').remove();
  if (!review.unconfirmed) part('uncounted').remove();
  if (!review.sample) part('sample').remove();
  setText('received', receivedMark(review));
  setText('title', review.title);
  setText('context', contextOf(review));
  setText('comment', review.comment);
  setText('again', againOf(review));
  setText('name', review.name || 'Anonymous');
  setDate('date', review.date);
  setText('edited', review.edited && ` · Edited ${formatOrderDate(review.edited)}`);
  if (review.reply) {
    setText('reply-text', review.reply.text);
    setDate('reply-date', review.reply.date);
  } else part('reply').remove();
  // Few people report a review, so the script is loaded on the first click.
  part('report').addEventListener('click', () =>
    loadPart(() => import('./report.dom.ts')).then(
      ({ openReport }) => openReport(section, review._id),
      () => {},
    ),
  );
  return card;
}
