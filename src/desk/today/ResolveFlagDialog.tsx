import { api } from '#lib/api.ts';
import type { Glance } from '../answers.ts';
import { ActionDialog } from '../ui/ActionDialog.tsx';
import type { DialogEnds } from '../ui/DeskList.tsx';

/** Asks before a flag is closed. */
const ResolveFlagDialog = ({ flag, ...ends }: DialogEnds & { flag: Glance['flags'][number] }) => (
  <ActionDialog
    {...ends}
    title="Resolve this flag?"
    action="Resolve"
    call={api.desk.flags[':id'].resolve.$post}
    input={{ param: { id: flag.id } }}
  >
    <p>{flag.title}. This only closes the flag. It changes no order and moves no money.</p>
  </ActionDialog>
);
export default ResolveFlagDialog;
