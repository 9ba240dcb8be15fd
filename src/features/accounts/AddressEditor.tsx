import { useEffect } from 'react';
import type { ApiUser, SavedAddress } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import { MissingPart } from '#lib/load-part.dom.ts';
import { toFormProblem } from '#shared/account/send-form.api.ts';
import { AddressFields } from '#shared/address/AddressFields.tsx';
import { draftFor, draftOf } from '#shared/address/draft.dom.ts';
import { useDeliveryAddress } from '#shared/address/useDeliveryAddress.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { type FormProblem, useForm } from '#ui/useForm.ts';

type Props = {
  user: ApiUser;
  /** The address to change; a new one if undefined. */
  address?: SavedAddress | undefined;
  onCancel: () => void;
  onSaved: (addresses: SavedAddress[], message: string) => void;
};

/** The form for a new or changed address. */
export function AddressEditor({ user, address, onCancel, onSaved }: Props) {
  const fields = useDeliveryAddress(() => (address ? draftOf(address) : draftFor(user)));
  const save = async (): Promise<FormProblem | undefined> => {
    const checked = await fields.check().catch((missing: MissingPart) => missing);
    if (checked instanceof MissingPart) return { message: checked.message, fields: {} };
    if (!checked.data) return { message: '', fields: checked.errors as FormProblem['fields'] };
    const { saveInfo: _, ...texts } = checked.data;
    const json = address ? { ...texts, id: address.id } : texts;
    const answer = await send(api.user.addresses.$post({ json }));
    if (!answer.ok) return toFormProblem(answer);
    onSaved(answer.data.addresses, answer.data.message);
    return undefined;
  };
  const { ref, onSubmit, problem, busy } = useForm({}, async () => {
    const wrong = await save();
    if (wrong) fields.setErrors(wrong.fields);
    return wrong;
  });
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);

  return (
    <form className="account-form stack" ref={ref} onSubmit={onSubmit} noValidate>
      <h3>{address ? 'Change this address' : 'A new address'}</h3>
      {/* Errors on leaving a field would move the buttons away from the pointer. */}
      <AddressFields form={{ ...fields, leave: undefined }} />
      <FormEnd problem={problem} busy={busy} onCancel={onCancel}>
        Save Address
      </FormEnd>
    </form>
  );
}
