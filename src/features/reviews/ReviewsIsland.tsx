import { initialReviews } from '#domain/reviews/review-constants.ts';
import { reviewsPage } from '#lib/more-paths.ts';
import { policyPath } from '#lib/paths.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { OwnReview } from './OwnReview.tsx';
import { refreshRating } from './product-page.dom.ts';
import { ReviewFilters } from './ReviewFilters.tsx';
import { ReviewForm } from './ReviewForm.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewSummary } from './ReviewSummary.tsx';
import { useOwnReview } from './useOwnReview.ts';
import { useReviewForm } from './useReviewForm.ts';
import { useReviews } from './useReviews.ts';
import './reviews.css';
import { photosText } from '#domain/reviews/review-text.ts';
import { useLazyDialog } from '#ui/useLazyDialog.ts';

/**
 * The reviews of a product: summary, one's own review and the form on one side, filters and list on the other. Without
 * scripts a link leads to the page of reviews, which the Worker renders.
 */
export default function ReviewsIsland({ id, name }: { id: string; name: string }) {
  const element = useHydrationReport<HTMLDivElement>();
  const list = useReviews(id);
  const readAgain = () => {
    list.readAgain();
    reload();
    void refreshRating(id);
  };
  const writing = useReviewForm(id, readAgain);
  const { access, own, failure, busy, reload } = useOwnReview(id, writing);
  const { found } = list;
  return (
    <>
      <div className="summary" ref={element}>
        <h2 id="reviews-title">Customer reviews</h2>
        <ReviewSummary found={found} onChoose={list.toggle} />
        <GalleryButton id={id} name={name} count={found?.counts.photos ?? 0} />
        {own && (
          <OwnReview
            id={id}
            own={own}
            busy={busy}
            onEdit={writing.edit}
            onChanged={readAgain}
            onObjected={reload}
          />
        )}
        {failure && access === 'form' && (
          <p className="notice" role="alert">
            Whether you have reviewed it already is not known: {failure.message}{' '}
            <button type="button" className="button plain small flush" aria-busy={busy} onClick={reload}>
              Try again
            </button>
          </p>
        )}
        <ReviewForm id={id} name={name} writing={writing} access={access} owned={Boolean(own?.review)} />
      </div>
      <div className="said">
        {found && found.total > initialReviews && (
          <ReviewFilters live={{ filters: list.filters, onChange: list.change }} />
        )}
        <ReviewList name={name} list={list} />
        <noscript>
          <p>This product's reviews are on a page of their own.</p>
          <a className="button quiet no-scripts" href={reviewsPage(id)}>
            Read the reviews
          </a>
        </noscript>
        <p className="small">
          <a href={policyPath('reviews')}>How we handle reviews</a>
        </p>
      </div>
    </>
  );
}

type Props = {
  /** Of the product. */
  id: string;
  name: string;
  /** Public photos of its reviews. */
  count: number;
};

/** `12 photos from customers`, which opens the gallery; its script and its pictures load then. */
function GalleryButton({ count, ...product }: Props) {
  const gallery = useLazyDialog(() => import('./PhotoGallery.tsx'));
  if (!count) return null;
  const title = photosText(count);
  return (
    <div>
      <button type="button" className="button quiet small" onClick={gallery.open}>
        {title}
      </button>
      {gallery.Dialog && <gallery.Dialog {...product} title={title} onClose={gallery.close} />}
    </div>
  );
}
