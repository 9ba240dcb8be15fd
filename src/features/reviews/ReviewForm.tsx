import { type FormEvent, useRef, useState } from 'react';
import { reviewedEvent, reviewLength } from '#domain/reviews/review-constants.ts';
import { starsText } from '#domain/reviews/review-text.ts';
import { api, send } from '#lib/api.ts';
import { paths } from '#lib/paths.ts';
import { $token } from '#lib/token.store.ts';
import { focusFirstError } from '#ui/focus-first-error.dom.ts';
import { FieldNote } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useHydrationReport } from '#ui/useHydrationReport.ts';
import { dropDraft, readForm, writeDraft } from './draft.dom.ts';
import { ReviewerFields } from './ReviewerFields.tsx';
import { dropLink, linkOf } from './review-link.dom.ts';
import { errorsOf, requestOf } from './review-values.ts';
import './review-form.css';

type Props = { id: string; name: string };
type Problem = { message?: string; fields: Record<string, string>; signedOut?: boolean };

const stars = [1, 2, 3, 4, 5];

/**
 * The form for a new or changed review (docs/behaviour.md, "Writing a review"). form-access.dom.ts restores a draft,
 * and shows the note in place of the form while nobody is signed in, or came by the link of an email: nobody should
 * fill it in first.
 */
export default function ReviewForm({ id, name }: Props) {
  const box = useHydrationReport<HTMLDetailsElement>();
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<Problem>({ fields: {} });
  const [busy, setBusy] = useState(false);

  const refuse = (wrong: Problem) => {
    // A field of the folded part can take the focus only when it is shown.
    const more = form.current?.querySelector<HTMLDetailsElement>('.review-more');
    if (more && wrong.fields.weeks) more.open = true;
    focusFirstError(form.current, () => setProblem(wrong));
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const given = readForm(event.currentTarget);
    writeDraft(id, given);
    const fields = errorsOf(given);
    if (Object.keys(fields).length) return refuse({ fields });
    const link = linkOf(id);
    if (!$token.get() && !link.link) return refuse({ fields: {}, signedOut: true });
    setBusy(true);
    const json = { ...requestOf(given), ...link };
    const answer = await send(api.reviews[':productId'].$post({ param: { productId: id }, json }));
    setBusy(false);
    if (!answer.ok) {
      if (answer.code === 'link_dead') dropLink(id);
      if (answer.status === 401 || answer.code === 'link_dead')
        return refuse({ fields: {}, signedOut: true });
      const said = answer.code !== 'unknown' && answer.message;
      const message = said || 'Failed to submit review. Please try again.';
      return refuse({ message, fields: answer.fields });
    }
    dropDraft(id);
    setProblem({ fields: {} });
    form.current?.reset();
    if (box.current) box.current.open = false;
    box.current?.querySelector('summary')?.focus();
    toast({ message: answer.data.message });
    document.dispatchEvent(new CustomEvent(reviewedEvent, { detail: id }));
  };

  const { fields, message, signedOut } = problem;
  const signInPath = paths.loginThen(`${paths.product(id)}#write-review`);
  return (
    <details className="review-write" id="write-review" ref={box}>
      <summary className="button quiet">Write a Review</summary>
      <div className="notice review-account" data-signed-out hidden tabIndex={-1} suppressHydrationWarning>
        <p data-expired hidden suppressHydrationWarning>
          <strong>This link no longer works.</strong> It may be too old, or belong to another product.
        </p>
        <p>
          <strong>Please sign in first.</strong> A review needs an account, or the link in our email, so that
          each person has one review of a product.
        </p>
        <a className="button" href={signInPath}>
          Sign In
        </a>
      </div>
      <form
        ref={form}
        suppressHydrationWarning
        noValidate
        onSubmit={submit}
        onInput={(event) => writeDraft(id, readForm(event.currentTarget))}
      >
        <fieldset className="review-stars" aria-describedby={fields.rating && 'review-rating-note'}>
          <legend>Your rating of {name}</legend>
          <div data-native="">
            {stars.map((n) => (
              <label key={n}>
                <input
                  type="radio"
                  name="rating"
                  value={n}
                  autoComplete="off"
                  aria-invalid={fields.rating ? true : undefined}
                />
                <span className="visually-hidden">{starsText(n)}</span>
              </label>
            ))}
          </div>
          <FieldNote id="review-rating-note" error={fields.rating} />
        </fieldset>
        <div className="field">
          <label htmlFor="review-title">
            Title <span className="review-optional">(optional)</span>
          </label>
          <input
            id="review-title"
            name="title"
            maxLength={reviewLength.title}
            autoComplete="off"
            aria-invalid={fields.title ? true : undefined}
            aria-describedby={fields.title && 'review-title-note'}
          />
          <FieldNote id="review-title-note" error={fields.title} />
        </div>
        <div className="field">
          <label htmlFor="review-comment">Your review</label>
          <textarea
            id="review-comment"
            name="comment"
            rows={5}
            maxLength={reviewLength.comment}
            aria-invalid={fields.comment ? true : undefined}
            aria-describedby={fields.comment && 'review-comment-note'}
          />
          <FieldNote id="review-comment-note" error={fields.comment} />
        </div>
        <ReviewerFields errors={fields} />
        <div className="review-end">
          <p className="review-small">
            Shown with your first name and initial, and with what you said above. You can edit or withdraw it
            at any time. <a href={paths.policy('reviews')}>How reviews work</a>
          </p>
          <div role="alert">
            {signedOut && (
              <p className="notice">
                Please <a href={signInPath}>sign in</a> to post your review. What you wrote is kept.
              </p>
            )}
            {message && !Object.values(fields).includes(message) && <p className="notice error">{message}</p>}
          </div>
          <button type="submit" className="button" aria-busy={busy} disabled={busy}>
            Submit Review
          </button>
        </div>
      </form>
    </details>
  );
}
