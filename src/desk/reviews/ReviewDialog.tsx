import { hideReasons, reviewLength } from '#domain/reviews/review-constants.ts';
import { api } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import type { Review } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';

/** What an operator can do with a review. */
export type ReviewStep = 'hide' | 'show' | 'reply' | 'keep' | 'dismiss';

const reviewApi = api.desk.reviews[':id'];

type Props = {
  review: Review;
  step: ReviewStep;
  onClose: () => void;
  /** Reports the review's present state, changed by this operator or another one. */
  onChange: (review: Review) => void;
};

/** One step with a review. Hiding and deciding are emailed to its writer. */
export function ReviewDialog({ review, step, onClose, onChange }: Props) {
  const { id, version: seen, name, product, title, comment, reply, objection } = review;
  const about = (
    <p>
      {name} on {product.name}: <q>{title ?? `${comment.slice(0, 80)}${comment.length > 80 ? '…' : ''}`}</q>
    </p>
  );
  const shared = {
    onClose,
    children: about,
    input: { param: { id }, json: { seen } },
    onAnswer: (answer: Outcome<{ review: Review }>) => {
      const now = answer.ok ? answer.data.review : reviewIn(answer);
      if (now) onChange(now);
    },
  };
  const long = { rows: 5, maxLength: reviewLength.reply };
  switch (step) {
    case 'hide':
      return (
        <ActionDialog
          {...shared}
          title="Hide this review?"
          action="Hide review"
          call={reviewApi.hide.$post}
          fields={{
            reason: { kind: 'choice', label: 'Reason', options: hideReasons },
            note: {
              label: 'Note (optional)',
              optional: true,
              maxLength: 200,
              hint: 'For colleagues only. The writer gets the reason by email.',
            },
          }}
        />
      );
    case 'show':
      return (
        <ActionDialog
          {...shared}
          title="Show this review again?"
          action="Show review"
          call={reviewApi.show.$post}
        />
      );
    case 'reply':
      return (
        <ActionDialog
          {...shared}
          title="Answer this review"
          action="Publish answer"
          call={reviewApi.reply.$post}
          fields={{
            text: {
              ...long,
              label: 'Answer',
              initial: reply ?? '',
              optional: 'empty',
              hint: 'Everybody can read it below the review. Leave it empty to remove the answer.',
            },
          }}
        />
      );
    case 'keep':
      return (
        <ActionDialog
          {...shared}
          title="Keep this review hidden?"
          action="Keep hidden"
          call={reviewApi.keep.$post}
          fields={{ answer: { ...long, label: 'Answer to the writer', hint: 'Sent by email.' } }}
        >
          {about}
          <p>
            Their objection: <q>{objection}</q>
          </p>
        </ActionDialog>
      );
    case 'dismiss':
      return (
        <ActionDialog
          {...shared}
          title="Dismiss these reports?"
          action="Dismiss reports"
          call={reviewApi.dismiss.$post}
        />
      );
  }
}

/** The present review that a refusal carries. */
export const reviewIn = ({ code, body }: Failure): Review | undefined =>
  code === 'changed' ? (body.review as Review) : undefined;
