/** Reviews as HTML, as src/features/reviews/ReviewCard.tsx draws them. `html` escapes what reviewers wrote. */
import { html } from 'hono/html';
import type { ApiRatingCounts, ApiReview } from '#domain/reviews/review.ts';
import { fromEarlierShop, notCounted } from '#domain/reviews/review-constants.ts';
import {
  againOf,
  averageOf,
  contextOf,
  noRating,
  receivedMark,
  skinName,
  starsText,
  sumOf,
} from '#domain/reviews/review-text.ts';
import { formatDay } from '#lib/dates.ts';

type Html = ReturnType<typeof html>;

const paragraph = (name: string, text: string | null): Html | '' =>
  text ? html`<p class="${name}">${text}</p>` : '';
const time = (at: string): Html => html`<time datetime="${at}">${formatDay(at)}</time>`;

export const reviewCard = (review: ApiReview): Html => {
  const { rating, verified, unconfirmed, earlierShop, sample, title, comment, name, date, edited, reply } =
    review;
  const received = receivedMark(review);
  return html`<li class="review">
    <p class="head">
      <span class="stars" role="img" style="--stars: ${rating}" aria-label="${rating} out of 5 stars"></span>
      ${verified ? html`<span class="mark badge" data-verified>Verified buyer</span>` : ''}
      ${earlierShop ? html`<span class="mark badge">${fromEarlierShop}</span>` : ''}
      ${verified || sample || earlierShop ? '' : html`<span class="mark badge">Not a verified buyer</span>`}
      ${unconfirmed ? html`<span class="mark badge">${notCounted}</span>` : ''}
      ${received ? html`<span class="mark badge" data-received>${received}</span>` : ''}
      ${sample ? html`<span class="mark badge">Sample</span>` : ''}
    </p>
    ${title ? html`<h2 class="title">${title}</h2>` : ''}
    ${paragraph('context', contextOf(review))}
    ${paragraph('comment', comment)}
    ${paragraph('again', againOf(review))}
    <p class="by">${name} · ${time(date)}${edited ? html` · Edited ${time(edited)}` : ''}</p>
    ${
      reply
        ? html`<div class="reply"><p class="reply-by">Our answer · ${time(reply.date)}</p>${paragraph('reply-text', reply.text)}</div>`
        : ''
    }
  </li>`;
};

/** `Rated 3.6 out of 5, 14 reviews. 5 stars: 1, …`, and the numbers by skin type. */
export function countLines({ ratings, bySkin }: ApiRatingCounts): string[] {
  const average = averageOf(ratings);
  if (average === undefined) return [noRating];
  const count = sumOf(ratings);
  const stars = ratings.map((of, n) => `${starsText(n + 1)}: ${of}`).reverse();
  const skins = Object.entries(bySkin).map(([skin, of]) => `${skinName(skin)}: ${sumOf(of)}`);
  return [
    `Rated ${average.toFixed(1)} out of 5 in ${count} ${count === 1 ? 'review' : 'reviews'}.`, // rule: money - a rating
    stars.join(', '),
    ...(skins.length ? [skins.join(', ')] : []),
  ];
}
