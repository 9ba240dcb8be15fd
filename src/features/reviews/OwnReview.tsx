import { type FormEvent, useRef, useState } from 'react';
import type { ApiOwnReview, ApiReview } from '#domain/reviews/review.ts';
import { reviewLength } from '#domain/reviews/review-constants.ts';
import { photoStates, starsText } from '#domain/reviews/review-text.ts';
import { formatDay } from '#lib/dates.ts';
import type { Failure } from '#lib/outcome.ts';
import { policyPath } from '#lib/paths.ts';
import PhotoList from '#shared/photos/PhotoList.tsx';
import { toast } from '#ui/toast.dom.ts';
import { objectToHiding, repostReview, withdrawReview } from './reviews.api.ts';

/** Why the review does not count yet, and what to do. */
const waitTexts = {
  listed:
    'It is shown, but does not count in the rating yet. Confirm your email, and it does: the link is in our email to you.',
  email:
    'Only you can see it so far. It is shown, and counts, once you confirm your email: the link is in our email to you.',
  operator:
    'Only you can see it so far. Many reviews of this product came at once, so a person reads them first.',
} as const;

type Props = {
  /** Of the product. */
  id: string;
  own: ApiOwnReview;
  /** It is being read again. */
  busy: boolean;
  onEdit: () => void;
  /** Called after it was withdrawn or written again. */
  onChanged: () => void;
  /** Called after an objection. */
  onObjected: () => void;
};

const fail = ({ message }: Failure): void => toast({ message, kind: 'error' });

/**
 * One's own review of a product: to edit, withdraw and write again; when it is hidden, the reason and the objection
 * (docs/behaviour.md, "Writing a review", "Hidden reviews").
 */
export function OwnReview({
  id,
  own: { review, hidden, waits, photos },
  busy,
  onEdit,
  onChanged,
  onObjected,
}: Props) {
  const panel = useRef<HTMLDivElement>(null);
  const dialog = useRef<HTMLDialogElement>(null);
  const [withdrawn, setWithdrawn] = useState<{ review: ApiReview; hadPhotos: boolean } | null>(null);

  /** The button that was pressed disappears. */
  const finish = (done: () => void) => {
    done();
    panel.current?.focus();
  };
  const withdraw = async () => {
    const answer = await withdrawReview(id);
    if (!answer.ok) return fail(answer);
    // A hidden one cannot be written again.
    setWithdrawn(review && !hidden ? { review, hadPhotos: photos.length > 0 } : null);
    toast({ message: answer.data.message });
    finish(onChanged);
  };
  const undo = async () => {
    if (!withdrawn) return;
    const answer = await repostReview(id, withdrawn.review);
    if (!answer.ok) return fail(answer);
    setWithdrawn(null);
    toast({ message: `Your review is back${withdrawn.hadPhotos ? ', without its photos' : ''}.` });
    finish(onChanged);
  };

  return (
    <>
      {(review || withdrawn) && (
        <div className="panel own" tabIndex={-1} ref={panel}>
          <h3>Your review</h3>
          <p className="own-state">
            {review
              ? `You gave ${starsText(review.rating)} on ${formatDay(review.date)}.`
              : 'Your review is withdrawn.'}
          </p>
          {photos.length > 0 && (
            <>
              <PhotoList photos={photos} label="Your photo" />
              <p className="own-state">{photoStates(photos)}</p>
            </>
          )}
          {waits && <p className="notice">{waitTexts[review?.unconfirmed ? 'listed' : waits]}</p>}
          {hidden && <Hidden id={id} hidden={hidden} onObjected={() => finish(onObjected)} />}
          <div className="actions">
            {review ? (
              <>
                <button type="button" className="button quiet small" disabled={busy} onClick={onEdit}>
                  Edit
                </button>
                <button
                  type="button"
                  className="button plain small"
                  disabled={busy}
                  onClick={() => dialog.current?.showModal()}
                >
                  Withdraw
                </button>
              </>
            ) : (
              <button type="button" className="button quiet small" onClick={undo}>
                Undo
              </button>
            )}
          </div>
        </div>
      )}
      <dialog
        ref={dialog}
        className="dialog review-dialog"
        aria-labelledby="withdraw-title"
        onClose={({ currentTarget }) => {
          if (currentTarget.returnValue) void withdraw();
          currentTarget.returnValue = '';
        }}
      >
        <form method="dialog">
          <h3 id="withdraw-title">Withdraw your review?</h3>
          <p>It is deleted with its photos, and its rating no longer counts.</p>
          <div className="actions">
            <button type="submit" className="button quiet" value="">
              Keep it
            </button>
            <button type="submit" className="button" value="withdraw">
              Withdraw
            </button>
          </div>
        </form>
      </dialog>
    </>
  );
}

type HiddenProps = { id: string; hidden: NonNullable<ApiOwnReview['hidden']>; onObjected: () => void };

/** Why the review is hidden, with the objection and the answer to it. */
function Hidden({ id, hidden: { label, objection, decision }, onObjected }: HiddenProps) {
  const object = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('objection') as HTMLTextAreaElement;
    const text = field.value.trim();
    if (!text) return field.focus();
    const answer = await objectToHiding(id, text);
    if (!answer.ok) return fail(answer);
    toast({ message: answer.data.message });
    onObjected();
  };
  return (
    <div className="own-hidden">
      <p>
        We have hidden it. The reason: <strong>{label}</strong>.{' '}
        <a href={policyPath('reviews')}>How we decide</a>
      </p>
      {objection === null ? (
        <form className="own-hidden" onSubmit={object}>
          <div className="field">
            <label htmlFor="own-objection">Do you object? Say why it should be shown.</label>
            <textarea
              id="own-objection"
              name="objection"
              rows={3}
              maxLength={reviewLength.objection}
              required
            />
          </div>
          <button type="submit" className="button small">
            Object
          </button>
        </form>
      ) : (
        <div className="own-hidden">
          <p>
            You have objected: <q>{objection}</q>
          </p>
          <p>{decision ? `Our decision: ${decision}` : 'We have not decided on it yet.'}</p>
        </div>
      )}
    </div>
  );
}
