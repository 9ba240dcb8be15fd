import { api, send } from '#lib/api.ts';
import type { Glance } from '../answers.ts';
import { FormDialog } from '../ui/FormDialog.tsx';

type Props = { flag: Glance['flags'][number]; onClose: () => void; onChanged: () => void };

/** Asks before a flag is closed. */
export default function ResolveFlagDialog({ flag, onClose, onChanged }: Props) {
  return (
    <FormDialog
      title="Resolve this flag?"
      action="Resolve"
      onSubmit={() => send(api.desk.flags[':id'].resolve.$post({ param: { id: flag._id } }))}
      onClose={onClose}
      onChanged={onChanged}
    >
      <p>{flag.title}. This only closes the flag. It changes no order and moves no money.</p>
    </FormDialog>
  );
}
