import { AddressFields } from '../address/AddressFields.tsx';
import { BusinessInputs } from './BusinessInputs.tsx';
import { NewTotal } from './NewTotal.tsx';
import type { CorrectedPart, useCorrection } from './useCorrection.ts';

type Props = { correction: ReturnType<typeof useCorrection>; part: CorrectedPart };

/** The fields of a correction. Errors on leaving a field would move the buttons of a dialog away from the pointer. */
export function CorrectionFields({ correction: { fields, business, quote }, part }: Props) {
  if (part === 'business')
    return (
      <>
        <BusinessInputs form={{ ...business, leave: undefined }} />
        <p className="soft small">Leave both empty for an invoice without a GSTIN.</p>
      </>
    );
  return (
    <>
      <AddressFields form={{ ...fields, leave: undefined }} withoutEmail />
      <NewTotal quote={quote} />
    </>
  );
}
