import { Suspense, useEffect, useRef } from 'react';
import { reviewLength } from '#domain/reviews/review-constants.ts';
import { starsText } from '#domain/reviews/review-text.ts';
import { paths, policyPath, productPath } from '#lib/paths.ts';
import { lazyComponent } from '#ui/lazy-component.tsx';
import { FieldNote, TextField } from '#ui/TextField.tsx';
import { ReviewerFields } from './ReviewerFields.tsx';
import type { Access } from './useOwnReview.ts';
import type { useReviewForm } from './useReviewForm.ts';
import '#ui/fields.css';
import './review-form.css';

const ReviewPhotos = lazyComponent(() => import('./ReviewPhotos.tsx'));

const stars = ['1', '2', '3', '4', '5'];

type Props = {
  /** Of the product. */
  id: string;
  name: string;
  writing: ReturnType<typeof useReviewForm>;
  access: Access;
  /** Whether there is a review, which is edited instead of writing another. */
  owned: boolean;
};

/** The form for a review, or the note in its place. */
export function ReviewForm({ id, name, writing, access, owned }: Props) {
  const { form, box, signedOut, fromProfile, saveDraft } = writing;
  const signInPath = paths.loginThen(`${productPath(id)}#write-review`);
  return (
    <details className={owned ? 'review-write owned' : 'review-write'} id="write-review" ref={box}>
      <summary className="button quiet">Write a Review</summary>
      {access !== 'form' && <SignInFirst expired={access === 'expired'} path={signInPath} />}
      <form ref={form.ref} hidden={access !== 'form'} noValidate onSubmit={form.onSubmit} onInput={saveDraft}>
        <Rating product={name} {...form.field('rating')} />
        <TextField
          {...form.field('title')}
          label={
            <>
              Title <span className="review-optional">(optional)</span>
            </>
          }
          maxLength={reviewLength.title}
          autoComplete="off"
        />
        <TextField
          {...form.field('comment')}
          id="review-comment"
          label="Your review"
          rows={5}
          maxLength={reviewLength.comment}
        />
        <Photos id={id} {...writing.photos} />
        <ReviewerFields form={form} fromProfile={fromProfile} />
        <div className="review-end">
          <p className="review-small">
            Shown with your first name and initial, and with what you said above. You can edit or withdraw it
            at any time. <a href={policyPath('reviews')}>How reviews work</a>
          </p>
          <div role="alert">
            {signedOut && (
              <p className="notice">
                Please <a href={signInPath}>sign in</a> to post your review. What you wrote is kept.
              </p>
            )}
            {form.problem?.message && <p className="notice error">{form.problem.message}</p>}
          </div>
          <button type="submit" className="button" aria-busy={form.busy} aria-disabled={form.busy}>
            Submit Review
          </button>
        </div>
      </form>
    </details>
  );
}

type PhotosProps = ReturnType<typeof useReviewForm>['photos'] & { id: string };

/** A button, and then the field for photos, whose script loads when it is pressed. */
function Photos({ isOpen, open, ...field }: PhotosProps) {
  if (isOpen)
    return (
      <Suspense fallback={<p role="status">Loading…</p>}>
        <ReviewPhotos {...field} />
      </Suspense>
    );
  return (
    <div>
      <button type="button" className="button quiet small" onClick={open}>
        Add photos
      </button>
    </div>
  );
}

/** In place of the form while nobody is signed in. @param expired it has the focus, since a link has brought them here */
function SignInFirst({ expired, path }: { expired: boolean; path: string }) {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (expired) note.current?.focus();
  }, [expired]);
  return (
    <div className="notice review-account" data-signed-out tabIndex={-1} ref={note}>
      {expired && (
        <p>
          <strong>This link no longer works.</strong> It may be too old, or belong to another product.
        </p>
      )}
      <p>
        <strong>Please sign in first.</strong> A review needs an account, or the link in our email, so that
        each person has one review of a product.
      </p>
      <a className="button" href={path}>
        Sign In
      </a>
    </div>
  );
}

type RatingProps = {
  /** Its name. */
  product: string;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Five stars, which are radio buttons. */
const Rating = ({ product, value, error, onChange }: RatingProps) => (
  <fieldset className="review-stars" aria-describedby={error && 'review-rating-note'}>
    <legend>Your rating of {product}</legend>
    <div data-native="">
      {stars.map((star) => (
        <label key={star}>
          <input
            type="radio"
            name="rating"
            value={star}
            checked={value === star}
            onChange={() => onChange(star)}
            autoComplete="off"
            aria-invalid={error ? true : undefined}
          />
          <span className="visually-hidden">{starsText(Number(star))}</span>
        </label>
      ))}
    </div>
    <FieldNote id="review-rating-note" error={error} />
  </fieldset>
);
