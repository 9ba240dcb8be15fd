import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import type { Review } from './Reviews.tsx';

type Props = {
  review: Review;
  onClose: () => void;
  /** Reports the review's present state, changed by this operator or another one. */
  onChange: (review: Review) => void;
};

/** Hides a review with a reason for colleagues, or shows it again. */
export function ReviewDialog({ review, onClose, onChange }: Props) {
  const [hiding] = useState(!review.hidden);
  const call = (form: FormData): Promise<Outcome<{ message: string; review: Review }>> => {
    const [param, seen] = [{ id: review._id }, review.date];
    return hiding
      ? send(api.desk.reviews[':id'].hide.$post({ param, json: { reason: textOf(form, 'reason'), seen } }))
      : send(api.desk.reviews[':id'].show.$post({ param, json: { seen } }));
  };
  const submit = async (form: FormData) => {
    const answer = await call(form);
    const now = answer.ok ? answer.data.review : reviewIn(answer);
    if (now) onChange(now);
    return answer;
  };
  const who = `${review.name} on ${review.product.name}`;
  return (
    <FormDialog
      title={hiding ? 'Hide this review?' : 'Show this review again?'}
      action={hiding ? 'Hide review' : 'Show review'}
      onSubmit={submit}
      onClose={onClose}
    >
      {(errors) => (
        <>
          <p>
            {who}:{' '}
            <q>{review.title ?? `${review.comment.slice(0, 80)}${review.comment.length > 80 ? '…' : ''}`}</q>
          </p>
          {hiding && (
            <DialogField
              label="Reason"
              name="reason"
              required
              maxLength={200}
              errors={errors}
              hint="For colleagues only. The writer does not see it."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

/** The present review that a refusal carries. */
const reviewIn = ({ code, body }: Failure): Review | undefined =>
  code === 'changed' ? (body.review as Review) : undefined;
