import { useEffect, useRef } from 'react';
import type { ApiReview } from '#domain/reviews/review.ts';
import { reviewsPerPage } from '#domain/reviews/review-constants.ts';
import { photoCaption } from '#domain/reviews/review-text.ts';
import type { CaptionedPhoto } from '#shared/photos/PhotoDialog.tsx';
import { captioned, PhotoTiles } from '#shared/photos/PhotoList.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { Stars } from './ReviewCard.tsx';
import { readPhotoReviews } from './reviews.api.ts';
import './photo-gallery.css';

type Props = {
  /** Of the product. */
  id: string;
  name: string;
  /** `12 photos from customers` */
  title: string;
  onClose: () => void;
};

/** The photos of a product's reviews, newest review first. It opens when it is rendered. */
export default function PhotoGallery({ id, name, title, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { load, reload, replace } = useLoad(id, () => readPhotoReviews(id));
  const reviews = load.state === 'ready' ? load.data : [];
  const older = reviews.length > 0 && reviews.length % reviewsPerPage === 0;
  const showMore = async () => {
    const answer = await readPhotoReviews(id, reviews.at(-1)?.cursor);
    if (answer.ok) replace([...reviews, ...answer.data]);
    else toast({ message: answer.message, kind: 'error' });
  };
  return (
    <dialog ref={dialog} className="dialog photo-gallery" aria-labelledby="gallery-title" onClose={onClose}>
      <div className="stack gap-4">
        <h3 id="gallery-title">{title}</h3>
        <div aria-busy={load.state === 'loading' || undefined}>
          {load.state === 'failed' && (
            <p role="alert">
              The photos could not be loaded.{' '}
              <button type="button" className="button plain small" onClick={reload}>
                Try again
              </button>
            </p>
          )}
          <PhotoTiles photos={reviews.flatMap((review) => photosOf(review, name))} />
        </div>
        <div className="actions">
          {older && (
            <button type="button" className="button quiet small" onClick={showMore}>
              Show more photos
            </button>
          )}
          <button type="button" className="button small" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </div>
    </dialog>
  );
}

/** The photos of a review, each with its words. */
const photosOf = (review: ApiReview, product: string): CaptionedPhoto[] =>
  captioned(review.photos, photoCaption(review, product)).map((photo) => ({
    ...photo,
    about: <About review={review} />,
  }));

const About = ({ review: { rating, title, comment } }: { review: ApiReview }) => (
  <div className="photo-about stack gap-1">
    <Stars rating={rating} label={`${rating} out of 5 stars`} />
    {title && <strong>{title}</strong>}
    <p>{comment}</p>
  </div>
);
