import type { CSSProperties } from 'react';
import { hashOf } from '#domain/desk/route.ts';
import { hideReasonLabel, hideReasons } from '#domain/reviews/review-constants.ts';
import { againOf, contextOf, receivedMark } from '#domain/reviews/review-text.ts';
import { formatDayTime } from '#lib/dates.ts';
import { StatusBadge } from '#ui/StatusBadge.tsx';
import type { Review } from '../answers.ts';
import { RowButton } from '../ui/Table.tsx';
import type { ReviewStep } from './ReviewDialog.tsx';
import { ReviewPhotos } from './ReviewPhotos.tsx';

/** What the writer says of themselves and the product: `Oily skin · 25 to 34 · 6 weeks · Received free`. */
const statementsOf = (review: Review): string =>
  [contextOf(review), receivedMark(review), againOf(review)].filter(Boolean).join(' · ');

/** The steps that are possible, with their labels. */
function stepsOf({ hidden, waits, reply, objected, reports }: Review): [ReviewStep, string][] {
  return [
    ...(objected ? ([['keep', 'Keep hidden']] as [ReviewStep, string][]) : []),
    ...shownOrHidden(hidden, waits),
    ...(reports.length ? ([['dismiss', 'Dismiss reports']] as [ReviewStep, string][]) : []),
    ['reply', reply ? 'Edit answer' : 'Answer'],
  ];
}

/** A review that waits for its writer's email can only be hidden; one that is held is shown or hidden. */
function shownOrHidden(hidden: boolean, waits: Review['waits']): [ReviewStep, string][] {
  const hide: [ReviewStep, string] = ['hide', 'Hide'];
  if (waits === 'email') return [hide];
  if (waits === 'operator') return [['show', 'Show'], hide];
  return hidden ? [['show', 'Show again']] : [hide];
}

/** What a review waits for. */
const waitLabels = { email: 'Waiting for the writer to confirm the email', operator: 'Held' } as const;

/** Whether a review is shown and counts; undefined for one that does both. */
function stateOf({ hidden, waits }: Review): string | undefined {
  if (!waits) return hidden ? 'Hidden' : undefined;
  return hidden ? waitLabels[waits] : 'Shown, not counted: email not confirmed';
}

type Props = { review: Review; onSelect: (step: ReviewStep) => void; onChange: (review: Review) => void };

/** A review as shoppers see it, with its details for operators. Its text is never rendered as HTML. */
export function ReviewRow({ review, onSelect, onChange }: Props) {
  const {
    product,
    rating,
    title,
    comment,
    name,
    createdAt,
    editedAt,
    verified,
    hidden,
    sample,
    earlierShop,
  } = review;
  const state = stateOf(review);
  const statements = statementsOf(review);
  return (
    <li className="stack gap-2" data-hidden={hidden || undefined}>
      <p className="desk-review-head cluster">
        <span
          className="stars"
          role="img"
          aria-label={`${rating} out of 5 stars`}
          style={{ '--stars': rating } as CSSProperties}
        />
        <a href={hashOf({ screen: 'reviews', params: { product: product.id } })}>{product.name}</a>
        <span className="soft">
          {name}, {formatDayTime(createdAt)}
          {editedAt && `, changed ${formatDayTime(editedAt)}`}
          {earlierShop
            ? `, from the earlier shop (${earlierShop})`
            : verified
              ? ', bought here'
              : ', not a verified buyer'}
          {sample && ', a sample'}
        </span>
        {state && <StatusBadge tone={review.hidden ? 'ended' : 'pending'}>{state}</StatusBadge>}
      </p>
      {title && <h2>{title}</h2>}
      <p className="desk-text">{comment}</p>
      {statements && <p className="soft">{statements}</p>}
      {review.photos.length > 0 && <ReviewPhotos review={review} onChange={onChange} />}
      <Correspondence review={review} />
      <p className="desk-tools">
        {stepsOf(review).map(([step, label]) => (
          <RowButton
            key={step}
            label={`${label}: the review of ${product.name} by ${name}`}
            onClick={() => onSelect(step)}
          >
            {label}
          </RowButton>
        ))}
      </p>
    </li>
  );
}

/** The shop's answer, why it is hidden, the objection and the reports. */
function Correspondence({ review }: { review: Review }) {
  const { hidden, waits, reason, note, reply, objection, decision, reports } = review;
  return (
    <>
      {reply && <p className="desk-text desk-review-said">Our answer: {reply}</p>}
      {hidden && !waits && (
        <p className="soft">
          Hidden: {hideReasonLabel(reason)}
          {note && `, ${note}`}
        </p>
      )}
      {objection && <p className="desk-text desk-review-said">Objection: {objection}</p>}
      {decision && <p className="desk-text desk-review-said">Our decision: {decision}</p>}
      {reports.map(({ reason, text }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the reports of a row never change their order
        <p className="desk-text desk-review-said" key={n}>
          Reported: {hideReasons[reason]}
          {text && `, ${text}`}
        </p>
      ))}
    </>
  );
}
