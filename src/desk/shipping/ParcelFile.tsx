import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { useLoad } from '#ui/useLoad.ts';
import { textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { readProof } from '../ui/proof.ts';

type Props = { orderIds: readonly string[]; onClose: () => void };

/** What is said of a file that was made. */
type Made = { parcels: number; withoutWeight: string[]; leftOut: string[] };

/** Saves a text as a file, like a click on a download link. */
function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Makes the file of the chosen parcels that a courier imports. */
export default function ParcelFile({ orderIds, onClose }: Props) {
  const { load } = useLoad('', () => send(api.desk.shipping['parcel-files'].$get()));
  const [made, setMade] = useState<Made>();
  const formats = load.state === 'ready' ? load.data.formats : [];
  const submit = async (form: FormData) => {
    const format = textOf(form, 'format');
    const json = { orderIds: [...orderIds], format, ...readProof(form) };
    const answer = await send(api.desk.shipping['parcel-files'].$post({ json }));
    if (!answer.ok) return answer;
    const { file, ...rest } = answer.data;
    save(file, `parcels-${format.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.csv`);
    if (!rest.withoutWeight.length && !rest.leftOut.length)
      return { ok: true as const, data: { message: `The file has ${countOf(rest.parcels)}.` } };
    setMade(rest);
    return undefined;
  };
  return (
    <FormDialog
      title={`File of ${countOf(orderIds.length)}`}
      action={made ? 'Save it again' : 'Save the file'}
      disabled={!formats.length}
      password
      onSubmit={submit}
      onClose={onClose}
    >
      {load.state === 'failed' && <p className="notice error">{load.failure.message}</p>}
      <label className="field">
        <span className="label">For</span>
        <select name="format" required>
          {formats.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p className="soft">
        It has names, addresses and phone numbers: delete it once the courier has it. Weights are estimates of
        the net quantities with packaging. Fill in what the courier asks for besides, such as the size of the
        carton.
      </p>
      {made && (
        <div className="notice stack gap-2" role="status">
          <p>The file has {countOf(made.parcels)}.</p>
          {made.withoutWeight.length > 0 && <p>Without a weight: {made.withoutWeight.join(', ')}</p>}
          {made.leftOut.length > 0 && <p>Left out, since they have no parcel: {made.leftOut.join(', ')}</p>}
        </div>
      )}
    </FormDialog>
  );
}

const countOf = (parcels: number): string => (parcels === 1 ? '1 parcel' : `${parcels} parcels`);
