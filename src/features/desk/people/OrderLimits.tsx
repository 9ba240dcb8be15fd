import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { useLoad } from '#ui/useLoad.ts';
import { Ask } from '../ui/Ask.tsx';
import { Head } from '../ui/Head.tsx';
import { LoadState } from '../ui/LoadState.tsx';

/** Accounts that may order any quantity before they pay: an operator lifts their limits, and restores them. */
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
        How much an account may order before it has paid is limited. For somebody whom you know you can lift
        the limits.
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
              <Head columns={['Name', 'Email', { unseen: 'Restore' }]} />
              <tbody>
                {accounts.map(({ _id, name, email }) => (
                  <tr key={_id}>
                    <td data-label="Name">{name}</td>
                    <td data-label="Email">{email}</td>
                    <td className="desk-deed">
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
    <Ask
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
    </Ask>
  );
}
