import { provedFrom } from '#domain/pricing/new-coupon.ts';
import { api, send } from '#lib/api.ts';
import { dayOf } from '#lib/dates.ts';
import type { DialogEnds } from '../ui/DeskList.tsx';
import { DialogField, textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { paiseOf } from '../ui/paise-of.ts';

/** The number of a text field; NaN for an empty one, which the server refuses with a message. */
const numberOf = (text: string): number => (text ? Number(text) : Number.NaN);

/** The number of a text field; null, for no limit, of an empty one. */
const limitOf = (text: string): number | null => (text ? Number(text) : null);

/** Creates a code. An empty field sets no limit. */
export function CreateCouponDialog(ends: DialogEnds) {
  const make = (form: FormData) =>
    send(
      api.desk.coupons.$post({
        json: {
          code: textOf(form, 'code'),
          percent: numberOf(textOf(form, 'percent')),
          minSubtotal: textOf(form, 'minSubtotal') ? paiseOf(textOf(form, 'minSubtotal')) : 0,
          lastDay: textOf(form, 'lastDay'),
          maxUses: limitOf(textOf(form, 'maxUses')),
          maxUsesPerCustomer: limitOf(textOf(form, 'maxUsesPerCustomer')),
          email: textOf(form, 'email') || null,
          listed: form.has('listed'),
          password: textOf(form, 'password') || undefined,
        },
      }),
    );
  return (
    <FormDialog title="Create a code" action="Create code" onSubmit={make} {...ends}>
      {(errors) => (
        <div className="desk-pairs grid">
          <DialogField
            name="code"
            errors={errors}
            label="Code"
            required
            autoCapitalize="characters"
            spellCheck={false}
            hint="3 to 20 letters, digits and hyphens"
          />
          <DialogField
            name="percent"
            errors={errors}
            label="Percentage off"
            required
            inputMode="numeric"
            hint="1 to 100"
          />
          <DialogField
            name="lastDay"
            errors={errors}
            label="Last day"
            type="date"
            required
            min={dayOf(Date.now())}
            hint="Until the end of the day, Indian time"
          />
          <DialogField
            name="minSubtotal"
            errors={errors}
            label="Minimum order, ₹"
            inputMode="decimal"
            hint="Leave empty for any order"
          />
          <DialogField
            name="maxUses"
            errors={errors}
            label="Total uses"
            inputMode="numeric"
            hint="Leave empty for no limit"
          />
          <DialogField
            name="maxUsesPerCustomer"
            errors={errors}
            label="Uses per customer"
            inputMode="numeric"
            hint="By account, email and phone. Leave empty for no limit"
          />
          <DialogField
            name="email"
            errors={errors}
            label="Only for"
            type="email"
            hint="The email of an account. Leave empty for everybody"
          />
          <DialogField
            name="password"
            errors={errors}
            label="Your password"
            type="password"
            autoComplete="current-password"
            hint={`Needed for ${provedFrom}% or more`}
          />
          <label className="tick">
            <input type="checkbox" name="listed" /> Show in the cart
          </label>
        </div>
      )}
    </FormDialog>
  );
}
