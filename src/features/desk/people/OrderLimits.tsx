import { useState } from 'react';
import { api, send } from '#lib/api.ts';
import { toast } from '#ui/toast.dom.ts';
import { useLoad } from '#ui/useLoad.ts';
import { textOf } from '../ui/DialogField.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { LoadState } from '../ui/LoadState.tsx';
import { RowButton, Table } from '../ui/Table.tsx';
import { AccountField } from './OperatorDialogs.tsx';

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
            <Table
              rows={accounts}
              keyOf={({ _id }) => _id}
              columns={[
                ['Name', ({ name }) => name],
                ['Email', ({ email }) => email],
                [
                  'Restore',
                  ({ _id, name }) => (
                    <RowButton label={`Restore the limits of ${name}`} onClick={() => void restore(_id)}>
                      Restore
                    </RowButton>
                  ),
                  'action',
                ],
              ]}
            />
          ) : (
            <p className="soft">All accounts have the usual limits.</p>
          )
        }
      </LoadState>
      {lifting && <Lift onClose={() => setLifting(false)} onChanged={lifted.reload} />}
    </>
  );
}

const Lift = ({ onClose, onChanged }: { onClose: () => void; onChanged: () => void }) => (
  <FormDialog
    title="Lift order limits"
    action="Lift limits"
    onSubmit={(form) => send(api.desk.limits.lift.$post({ json: { email: textOf(form, 'email') } }))}
    onClose={onClose}
    onChanged={onChanged}
  >
    {(errors) => <AccountField errors={errors} />}
  </FormDialog>
);
