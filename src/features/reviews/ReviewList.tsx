import { type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { initialReviews } from '#domain/reviews/review-constants.ts';
import { countReviews } from '#features/catalogue/live.dom.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';
import { ReviewCard } from './ReviewCard.tsx';
import type { ShownReviews, useReviews } from './useReviews.ts';

type List = ReturnType<typeof useReviews>;

/** The reviews themselves, two at first, and the buttons that show more of them. */
export function ReviewList({ name, list }: { name: string; list: List }) {
  const { found, failed } = list;
  const items = useRef<HTMLUListElement>(null);
  const [reported, setReported] = useState('');
  const report = useLazyDialog(() => import('./ReportDialog.tsx'));
  const openReport = (id: string) => {
    setReported(id);
    report.open();
  };
  /** @param at index of the first new review, which takes the focus */
  const focusReview = (at: number) =>
    (items.current?.children[at] as HTMLElement | undefined)?.focus({ preventScroll: true });
  return (
    <>
      <ul className="list" data-list ref={items} aria-busy={found || failed ? undefined : true}>
        {!found &&
          !failed &&
          Array.from({ length: initialReviews }, (_, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are alike
            <li key={n} className="skeleton" />
          ))}
        {(!found || failed) && <Failed onRetry={list.retry} />}
        {found && !failed && <Reviews name={name} found={found} onReset={list.reset} onReport={openReport} />}
      </ul>
      <p className="more" data-more>
        {found && !failed && <More found={found} list={list} onMore={focusReview} />}
      </p>
      <p className="visually-hidden" role="status">
        {found?.spoken && `${countReviews(found.shown.length)} shown`}
      </p>
      {report.Dialog && <report.Dialog reviewId={reported} onClose={report.close} />}
    </>
  );
}

type ReviewsProps = {
  name: string;
  found: ShownReviews;
  onReset: () => void;
  /** @param id of the review */
  onReport: (id: string) => void;
};

function Reviews({ name, found, onReset, onReport }: ReviewsProps) {
  if (found.shown.length)
    return found.shown.map((review) => (
      <ReviewCard key={review._id} review={review} product={name} onReport={() => onReport(review._id)} />
    ));
  if (!found.filtered)
    return (
      <li className="none">
        <p className="none-title">Be the first to review it</p>
        <p>Have you tried {name}? A sentence or two helps the next person to choose.</p>
      </li>
    );
  return (
    <li className="none">
      <p className="none-title">No review matches</p>
      <p>
        {name} has no review with these filters yet.{' '}
        <button type="button" className="button plain small" onClick={onReset}>
          Show all reviews
        </button>
      </p>
    </li>
  );
}

/** While the list loads it is hidden, unless the island's script is missing (start-reviews.dom.ts). */
const Failed = ({ onRetry }: { onRetry: () => void }) => (
  <li className="none list-failed">
    <p className="none-title">The reviews could not be loaded</p>
    <p>
      Your connection may be weak.{' '}
      <button type="button" className="button plain small" onClick={onRetry}>
        Try again
      </button>
    </p>
  </li>
);

type MoreProps = { found: ShownReviews; list: List; onMore: (from: number) => void };

function More({ found, list: { all, showAll, next }, onMore }: MoreProps) {
  const { filtered, reviews, older, total } = found;
  const toggle = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    flushSync(() => showAll(!all));
    if (all) currentTarget.focus();
    else onMore(initialReviews);
  };
  const showNext = async () => {
    await next();
    onMore(reviews.length);
  };
  return (
    <>
      {!filtered && reviews.length > initialReviews && (
        <button type="button" className="button quiet small" onClick={toggle}>
          {all ? 'Show fewer reviews' : `Show all ${total} reviews`}
        </button>
      )}
      {(all || filtered) && older && (
        <button type="button" className="button quiet small" onClick={showNext}>
          Show more reviews
        </button>
      )}
    </>
  );
}
