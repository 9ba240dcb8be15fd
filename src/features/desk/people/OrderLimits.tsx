import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { FormDialog } from '../ui/FormDialog.tsx';
import { LoadState } from '../ui/LoadState.tsx';
import { TableHead } from '../ui/TableHead.tsx';

/** Accounts without limits of unpaid orders; operators lift and restore the limits. */
export function OrderLimits() {
  const lifted = useLoad('limits', () => send(api.desk.limits.$get()));
  const [lifting, setLifting] = useState(false);
  const restore = async (id: string) => {
    const answer = await send(api.desk.limits.restore.$post({ json: { id } }));
    const { message } = answer.ok ? answer.data : answer;
    toast({ message, ...(!answer.ok && { kind: 'error' }) });
    lifted.reload();
  };
  return (
    <>
      <h2>Order limits</h2>
      <p>
        The shop limits how much an account may order before paying. You can lift the limits for a customer
        whom you know.
      </p>
      <div className="desk-tools">
        <button type="button" className="button small" onClick={() => setLifting(true)}>
          Lift order limits
        </button>
      </div>
      <LoadState of={lifted}>
        {({ accounts }) =>
          accounts.length ? (
            <table className="desk-table">
              <TableHead columns={['Name', 'Email', { visuallyHidden: 'Restore' }]} />
              <tbody>
                {accounts.map(({ _id, name, email }) => (
                  <tr key={_id}>
                    <td data-label="Name">{name}</td>
                    <td data-label="Email">{email}</td>
                    <td className="desk-action">
                      <button
                        type="button"
                        className="button quiet small"
                        aria-label={`Restore the limits of ${name}`}
                        onClick={() => void restore(_id)}
                      >
                        Restore
                      </button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ) : (
            <p className="soft">All accounts have the usual limits.</p>
          )
        }
      </LoadState>
      {lifting && <Lift onClose={() => setLifting(false)} onChanged={lifted.reload} />}
    </>
  );
}

function Lift({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) {
  const [email, setEmail] = useState('');
  return (
    <FormDialog
      title="Lift order limits"
      action="Lift limits"
      onSubmit={() => send(api.desk.limits.lift.$post({ json: { email } }))}
      onClose={onClose}
      onDone={onChanged}
      onStale={onChanged}
    >
      {(errors) => (
        <TextField
          label="Their email"
          name="email"
          type="email"
          autoComplete="off"
          required
          value={email}
          onChange={setEmail}
          error={errors.email}
          hint="The address of an account in this shop"
        />
      )}
    </FormDialog>
  );
}
