import { useEffect } from 'react';
import type { ApiUser, SavedAddress } from '#domain/accounts/account.ts';
import { api, send } from '#lib/api.ts';
import { AddressFields } from '#shared/address/AddressFields.tsx';
import { draftFor, draftOf } from '#shared/address/draft.dom.ts';
import { useDeliveryAddress } from '#shared/address/useDeliveryAddress.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { problemOf, refusedHere, useForm } from '#ui/useForm.ts';

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
  const { ref, onSubmit, problem, busy } = useForm({
    initial: {},
    async send() {
      const { data, errors } = await fields.check();
      if (!data) {
        fields.setErrors(errors);
        return refusedHere('');
      }
      const { saveInfo: _, ...texts } = data;
      const json = address ? { ...texts, id: address.id } : texts;
      const answer = await send(api.user.addresses.$post({ json }));
      if (!answer.ok) fields.setProblem(problemOf(answer, fields.values));
      return answer;
    },
    onDone: ({ addresses, message }) => onSaved(addresses, message),
  });
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);

  return (
    <form className="account-form stack" ref={ref} onSubmit={onSubmit} noValidate>
      <h3>{address ? 'Change this address' : 'A new address'}</h3>
      <AddressFields form={fields} />
      <FormEnd problem={problem} busy={busy} onCancel={onCancel}>
        Save Address
      </FormEnd>
    </form>
  );
}
