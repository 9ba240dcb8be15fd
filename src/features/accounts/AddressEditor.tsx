import { type FormEvent, useEffect, useRef, useState } from 'react';
import { AddressFields } from '#features/addresses/AddressFields.tsx';
import type { DeliveryAddress } from '#features/addresses/address.ts';
import { draftFor, draftOf } from '#features/addresses/draft.dom.ts';
import { useAddress } from '#features/addresses/useAddress.ts';
import { api, offlineMessage, send } from '#lib/api.ts';
import { FormEnd } from '#ui/FormEnd.tsx';
import { focusFirstError } from '#ui/focus-first-error.dom.ts';
import type { FormProblem } from '#ui/useForm.ts';
import type { ApiUser, SavedAddress } from './account.ts';
import { toFormProblem } from './send-form.api.ts';

type Props = {
  user: ApiUser;
  /** The address to change; a new one if undefined. */
  address?: SavedAddress | undefined;
  onCancel: () => void;
  onSaved: (addresses: SavedAddress[], message: string) => void;
};

const whole = (message: string): FormProblem => ({ message, fields: {} });

/** The form for a new or changed address. */
export function AddressEditor({ user, address, onCancel, onSaved }: Props) {
  const form = useAddress(() => (address ? draftOf(address) : draftFor(user)));
  const [problem, setProblem] = useState<FormProblem>();
  const [busy, setBusy] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => element.current?.querySelector('input')?.focus(), []);

  const show = (wrong: FormProblem) =>
    focusFirstError(element.current, () => {
      form.setErrors(wrong.fields);
      setProblem(wrong.message ? wrong : undefined);
      setBusy(false);
    });
  const save = async ({ saveInfo: _, ...checked }: DeliveryAddress) => {
    const json = address ? { ...checked, id: address.id } : checked;
    const answer = await send(api.user.addresses.$post({ json }));
    if (answer.ok) onSaved(answer.data.addresses, answer.data.message);
    else show(toFormProblem(answer));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    const checked = await form.check().catch(() => undefined);
    if (checked?.address) return save(checked.address);
    show(checked ? { message: '', fields: checked.errors as FormProblem['fields'] } : whole(offlineMessage));
  };
  return (
    <form className="account-form" ref={element} onSubmit={submit} noValidate>
      <h3>{address ? 'Change this address' : 'A new address'}</h3>
      {/* Errors on leaving a field would move the buttons away from the pointer. */}
      <AddressFields form={{ ...form, leave: undefined }} />
      <FormEnd problem={problem} busy={busy} onCancel={onCancel}>
        Save Address
      </FormEnd>
    </form>
  );
}
