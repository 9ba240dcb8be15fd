import type { ReactNode } from 'react';
import { ageBands, climates, receivedLabels } from '#domain/reviews/review-constants.ts';
import { skinName } from '#domain/reviews/review-text.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { FieldNote } from '#ui/TextField.tsx';

type ChoiceProps = {
  name: string;
  label: string;
  options: readonly (readonly [value: string, text: string])[];
  /** Below the select. */
  children?: ReactNode;
};

const same = (values: readonly string[]): [string, string][] => values.map((value) => [value, value]);
const unsaid = ['', 'I would rather not say'] as const;

/** An uncontrolled select: its value is kept when React hydrates. */
function Choice({ name, label, options, children }: ChoiceProps) {
  const id = `review-${name}`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} name={name}>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      {children}
    </div>
  );
}

/** What a reviewer may say of themselves, and how they got the product. All of it is shown with the review. */
export function ReviewerFields({ errors }: { errors: Record<string, string> }) {
  return (
    <>
      <div className="review-pair">
        <Choice name="received" label="How did you get it?" options={Object.entries(receivedLabels)} />
        <Choice
          name="skinType"
          label="Your skin"
          options={[unsaid, ...skinTypes.map((type) => [type, skinName(type)] as const)]}
        >
          <p className="hint" data-from-profile hidden suppressHydrationWarning>
            From My skin. You can change it.
          </p>
        </Choice>
      </div>
      <details className="review-more">
        <summary>
          Age, climate and use <span className="review-optional">(optional)</span>
        </summary>
        <div className="review-pair">
          <Choice name="ageBand" label="Your age" options={[unsaid, ...same(ageBands)]} />
          <Choice name="climate" label="Your climate" options={[unsaid, ...same(climates)]} />
          <div className="field">
            <label htmlFor="review-weeks">Weeks of use</label>
            <input
              id="review-weeks"
              name="weeks"
              inputMode="numeric"
              maxLength={3}
              autoComplete="off"
              aria-invalid={errors.weeks ? true : undefined}
              aria-describedby={errors.weeks && 'review-weeks-note'}
            />
            <FieldNote id="review-weeks-note" error={errors.weeks} />
          </div>
          <Choice
            name="buyAgain"
            label="Would you buy it again?"
            options={[unsaid, ['true', 'Yes'], ['false', 'No']]}
          />
        </div>
      </details>
    </>
  );
}
