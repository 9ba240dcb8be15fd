import { useId, useState } from 'react';
import { type HideReason, hideReasons, reviewLength } from '#domain/reviews/review-constants.ts';
import { api, send } from '#lib/api.ts';
import type { Failure, Outcome } from '#lib/outcome.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { FieldNote } from '#ui/TextField.tsx';
import type { Review } from '../answers.ts';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

/** What an operator can do with a review. */
export type ReviewStep = 'hide' | 'show' | 'reply' | 'keep' | 'dismiss';

const titles: Record<ReviewStep, string> = {
  hide: 'Hide this review?',
  show: 'Show this review again?',
  reply: 'Answer this review',
  keep: 'Keep this review hidden?',
  dismiss: 'Dismiss these reports?',
};
const actions: Record<ReviewStep, string> = {
  hide: 'Hide review',
  show: 'Show review',
  reply: 'Publish answer',
  keep: 'Keep hidden',
  dismiss: 'Dismiss reports',
};

const reviewApi = api.desk.reviews[':id'];

function call(step: ReviewStep, { _id, version: seen }: Review, form: FormData) {
  const param = { id: _id };
  switch (step) {
    case 'hide': {
      const reason = textOf(form, 'reason') as HideReason;
      return send(reviewApi.hide.$post({ param, json: { seen, reason, note: textOf(form, 'note') } }));
    }
    case 'show':
      return send(reviewApi.show.$post({ param, json: { seen } }));
    case 'reply':
      return send(reviewApi.reply.$post({ param, json: { seen, text: textOf(form, 'text') } }));
    case 'keep':
      return send(reviewApi.keep.$post({ param, json: { seen, answer: textOf(form, 'answer') } }));
    case 'dismiss':
      return send(reviewApi.dismiss.$post({ param, json: { seen } }));
  }
}

type Props = {
  review: Review;
  step: ReviewStep;
  onClose: () => void;
  /** Reports the review's present state, changed by this operator or another one. */
  onChange: (review: Review) => void;
};

/** One step with a review. Hiding and deciding are emailed to its writer. */
export function ReviewDialog({ review, step, onClose, onChange }: Props) {
  const submit = async (form: FormData) => {
    const answer: Outcome<{ message: string; review: Review }> = await call(step, review, form);
    const now = answer.ok ? answer.data.review : reviewIn(answer);
    if (now) onChange(now);
    return answer;
  };
  const { name, product, title, comment, reply, objection } = review;
  return (
    <FormDialog title={titles[step]} action={actions[step]} onSubmit={submit} onClose={onClose}>
      {(errors) => (
        <>
          <p>
            {name} on {product.name}:{' '}
            <q>{title ?? `${comment.slice(0, 80)}${comment.length > 80 ? '…' : ''}`}</q>
          </p>
          {step === 'hide' && <HideFields errors={errors} />}
          {step === 'reply' && (
            <LongField
              label="Answer"
              name="text"
              initial={reply ?? ''}
              error={errors.text}
              hint="Everybody can read it below the review. Leave it empty to remove the answer."
            />
          )}
          {step === 'keep' && (
            <>
              <p>
                Their objection: <q>{objection}</q>
              </p>
              <LongField
                label="Answer to the writer"
                name="answer"
                required
                error={errors.answer}
                hint="Sent by email."
              />
            </>
          )}
        </>
      )}
    </FormDialog>
  );
}

function HideFields({ errors }: { errors: Record<string, string> }) {
  const [reason, setReason] = useState<HideReason | ''>('');
  return (
    <>
      <SelectField
        label="Reason"
        name="reason"
        required
        value={reason}
        options={{ '': 'Choose one', ...hideReasons }}
        onChange={setReason}
        error={errors.reason}
      />
      <DialogField
        label="Note (optional)"
        name="note"
        maxLength={200}
        errors={errors}
        hint="For colleagues only. The writer gets the reason by email."
      />
    </>
  );
}

type LongFieldProps = {
  label: string;
  name: string;
  hint: string;
  initial?: string;
  required?: boolean;
  error: string | undefined;
};

function LongField({ label, name, hint, initial = '', required, error }: LongFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        name={name}
        rows={5}
        required={required}
        maxLength={reviewLength.reply}
        defaultValue={initial}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-note`}
      />
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  );
}

/** The present review that a refusal carries. */
export const reviewIn = ({ code, body }: Failure): Review | undefined =>
  code === 'changed' ? (body.review as Review) : undefined;
