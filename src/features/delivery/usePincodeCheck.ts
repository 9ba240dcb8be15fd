import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import type { DeliveryRules } from '#domain/delivery/promise.ts';
import { checkPincode, type PincodeCheck } from './check-pincode.api.ts';
import { $pincode } from './pincode.store.ts';

/** The remembered pincode, if any, and what the shop promises for it, once that is known. */
export function usePincodeCheck(rules: DeliveryRules): { pincode: string; check: PincodeCheck | undefined } {
  const pincode = useStore($pincode, { ssr: () => '' });
  const [checked, setChecked] = useState<{ pincode: string; check: PincodeCheck }>();
  useEffect(() => {
    let current = true;
    if (pincode)
      void checkPincode(rules, pincode).then((check) => {
        if (current) setChecked({ pincode, check });
      });
    return () => {
      current = false;
    };
  }, [rules, pincode]);
  return { pincode, check: checked?.pincode === pincode ? checked.check : undefined };
}
