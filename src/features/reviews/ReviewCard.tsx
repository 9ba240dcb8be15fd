import type { CSSProperties } from 'react';
import type { ApiReview } from '#domain/reviews/review.ts';
import { fromEarlierShop, notCounted } from '#domain/reviews/review-constants.ts';
import { againOf, contextOf, photoCaption, receivedMark } from '#domain/reviews/review-text.ts';
import { formatDay } from '#lib/dates.ts';
import PhotoList from '#shared/photos/PhotoList.tsx';

/** A rating as gold stars of five. @param rating in whole or half stars */
export const Stars = ({ rating, label }: { rating: number; label: string }) => (
  <span
    className="stars"
    data-rating
    role="img"
    aria-label={label}
    style={{ '--stars': rating } as CSSProperties}
  />
);

const Mark = ({
  children,
  ...kind
}: {
  children: string;
  'data-verified'?: true;
  'data-received'?: true;
}) => (
  <span className="mark badge" {...kind}>
    {children}
  </span>
);

const Day = ({ at }: { at: string }) => (
  <time data-date dateTime={at}>
    {formatDay(at)}
  </time>
);

type Props = {
  review: ApiReview;
  /** Its name. */
  product: string;
  onReport: () => void;
};

/**
 * A review in the list. Checks from outside find its parts by their `data-` names. functions/pages/review-cards.ts draws the same for browsers
 * without scripts.
 */
export function ReviewCard({ review, product, onReport }: Props) {
  const {
    rating,
    verified,
    sample,
    unconfirmed,
    earlierShop,
    title,
    comment,
    name,
    date,
    edited,
    reply,
    photos,
  } = review;
  const received = receivedMark(review);
  const context = contextOf(review);
  const again = againOf(review);
  return (
    // Not in the tab order, but focusable by script.
    <li className="review" tabIndex={-1}>
      <p className="head">
        <Stars rating={rating} label={`${rating} out of 5 stars`} />
        {verified && <Mark data-verified>Verified buyer</Mark>}
        {earlierShop && <Mark>{fromEarlierShop}</Mark>}
        {!verified && !sample && !earlierShop && <Mark>Not a verified buyer</Mark>}
        {unconfirmed && <Mark>{notCounted}</Mark>}
        {received && <Mark data-received>{received}</Mark>}
        {sample && <Mark>Sample</Mark>}
      </p>
      {title && <h3 data-title>{title}</h3>}
      {context && <p className="context">{context}</p>}
      <p className="comment" data-comment>
        {comment}
      </p>
      {photos.length > 0 && <PhotoList photos={photos} label={photoCaption(review, product)} />}
      {again && <p className="again">{again}</p>}
      <p className="by">
        <span data-name>{name || 'Anonymous'}</span> · <Day at={date} />
        {edited && ` · Edited ${formatDay(edited)}`}
      </p>
      {reply && (
        <div className="reply">
          <p className="reply-by">
            Our answer · <Day at={reply.date} />
          </p>
          <p className="reply-text">{reply.text}</p>
        </div>
      )}
      <button type="button" className="button plain small flush report" onClick={onReport}>
        Report<span className="visually-hidden"> this review</span>
      </button>
    </li>
  );
}
