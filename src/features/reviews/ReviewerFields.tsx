import { ageBands, climates, receivedLabels } from '#domain/reviews/review-constants.ts';
import { skinName } from '#domain/reviews/review-text.ts';
import { skinTypes } from '#lib/product-constants.ts';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { Form } from '#ui/useForm.ts';
import type { ReviewValues } from './review-values.ts';

type Options = Record<string, string>;

/** Options with `I would rather not say` before them. */
const optional = (values: readonly string[], nameOf = (value: string) => value): Options => ({
  '': 'I would rather not say',
  ...Object.fromEntries(values.map((value) => [value, nameOf(value)])),
});
const skins = optional(skinTypes, skinName);
const ages = optional(ageBands);
const climateNames = optional(climates);
const again: Options = { ...optional([]), true: 'Yes', false: 'No' };

type Props = {
  form: Form<ReviewValues>;
  /** Whether the skin type was chosen in advance. */
  fromProfile: boolean;
};

/** What a reviewer may say of themselves, and how they got the product. All of it is shown with the review. */
export const ReviewerFields = ({ form, fromProfile }: Props) => (
  <>
    <div className="review-pair">
      <SelectField<string> {...form.field('received')} label="How did you get it?" options={receivedLabels} />
      <SelectField {...form.field('skinType')} label="Your skin" options={skins}>
        {fromProfile && <p className="hint">From My skin. You can change it.</p>}
      </SelectField>
    </div>
    <details className="review-more">
      <summary>
        Age, climate and use <span className="review-optional">(optional)</span>
      </summary>
      <div className="review-pair">
        <SelectField {...form.field('ageBand')} label="Your age" options={ages} />
        <SelectField {...form.field('climate')} label="Your climate" options={climateNames} />
        <TextField
          {...form.field('weeks')}
          label="Weeks of use"
          inputMode="numeric"
          maxLength={3}
          autoComplete="off"
        />
        <SelectField {...form.field('buyAgain')} label="Would you buy it again?" options={again} />
      </div>
    </details>
  </>
);
