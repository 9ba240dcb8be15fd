import { useDraft } from '#ui/useDraft.ts';
import type { AddressDraft } from './draft.dom.ts';

const loadSchema = async () => (await import('./address.ts')).addressForm;

/** The state of an address form. */
export const useAddress = (initial: () => AddressDraft) => useDraft(initial, loadSchema);

export type Address = ReturnType<typeof useAddress>;
