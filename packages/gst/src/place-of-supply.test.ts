import { expect, test } from 'vitest';
import { placeOfSupply, taxNames } from './place-of-supply.ts';

const to = (delivery: string, gstin?: string, sez?: boolean) => {
  const supplied = placeOfSupply('Karnataka', delivery, gstin ? { gstin, sez } : null);
  return `${supplied.place.state} (${supplied.place.code}): ${taxNames(supplied)}`;
};

test.each([
  ['a consumer in the state', to('Karnataka'), 'Karnataka (29): CGST and SGST'],
  ['a consumer elsewhere', to('Goa'), 'Goa (30): IGST'],
  ['a buyer of the state of the delivery', to('Goa', '30AAPFU0939F1ZV'), 'Goa (30): IGST'],
  ['a buyer of another state', to('Karnataka', '27AAPFU0939F1ZV'), 'Maharashtra (27): IGST'],
  [
    'a buyer of our state, delivered elsewhere',
    to('Goa', '29AAGCB7383J1Z4'),
    'Karnataka (29): CGST and SGST',
  ],
  ['an embassy', to('Karnataka', '0717UNO00157UNO'), 'Karnataka (29): CGST and SGST'],
  ['an embassy, delivered elsewhere', to('Delhi', '0717UNO00157UNO'), 'Delhi (07): IGST'],
  ['who deducts tax at source', to('Karnataka', '09ALDN00287A1DD'), 'Uttar Pradesh (09): IGST'],
  ['a special economic zone in our state', to('Karnataka', '29AAGCB7383J1Z4', true), 'Karnataka (29): IGST'],
  ['other territory', to('Karnataka', '97AAPFU0939F1ZV'), 'Other Territory (97): IGST'],
  ['a number of no state', to('Goa', '9917USA29016OS6'), 'Goa (30): IGST'],
])('%s', (_, supplied, expected) => expect(supplied).toBe(expected));

test('within a union territory without a legislature the taxes are CGST and UTGST', () =>
  expect(taxNames(placeOfSupply('Ladakh', 'Ladakh', null))).toBe('CGST and UTGST'));
