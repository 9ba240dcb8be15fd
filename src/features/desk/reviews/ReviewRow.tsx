import type { CSSProperties } from 'react';
import { formatMoment } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import { hashOf } from '../route.ts';
import { RowButton } from '../ui/Table.tsx';
import type { Review } from './Reviews.tsx';

/** A review as shoppers see it, with its details for operators. Its text is never rendered as HTML. */
export function ReviewRow({ review, onSelect }: { review: Review; onSelect: () => void }) {
  const { product, rating, title, comment, name, date, verified, hidden, reason, sample } = review;
  const action = hidden ? 'Show again' : 'Hide';
  return (
    <li data-hidden={hidden || undefined}>
      <p className="desk-review-head">
        <span
          className="stars"
          role="img"
          aria-label={`${rating} out of 5 stars`}
          style={{ '--stars': rating } as CSSProperties}
        />
        <a href={hashOf({ screen: 'reviews', params: { product: product._id } })}>{product.name}</a>
        <span className="soft">
          {name}, {formatMoment(date)}
          {verified && ', bought here'}
          {sample && ', a sample'}
        </span>
        {hidden && <StatusBadge tone="ended">Hidden</StatusBadge>}
      </p>
      {title && <h2>{title}</h2>}
      <p className="desk-text">{comment}</p>
      {hidden && <p className="soft">Hidden: {reason ?? 'no reason given'}</p>}
      <RowButton label={`${action} the review of ${product.name} by ${name}`} onClick={onSelect}>
        {action}
      </RowButton>
    </li>
  );
}
