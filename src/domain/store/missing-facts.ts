/** Facts that the law wants of a shop and that `content/store.yaml` does not have. */
import type { Store } from './store.ts';

/** @property field of `content/store.yaml` @property reason, remedy sentences */
export type MissingFact = { field: string; reason: string; remedy: string };

const rules = 'Consumer Protection (E-Commerce) Rules 2020, rule 4(2)';

/**
 * What has to be known before the shop may sell.
 * @returns the GSTIN first: without it nothing can be sold to another state
 */
export function missingFacts({ legal, care }: Pick<Store, 'legal' | 'care'>): MissingFact[] {
  const fact = (value: unknown, field: string, reason: string, remedy: string): MissingFact[] =>
    value ? [] : [{ field, reason, remedy }];
  const reached = `Shoppers must be able to reach the shop (${rules}).`;
  return [
    ...fact(
      legal.gstin,
      'legal.gstin',
      'Who sells goods to other states must be registered for GST (CGST Act 2017, section 24).',
      'Enter the GSTIN of the shop.',
    ),
    ...fact(
      legal.address,
      'legal.address',
      `The address of the seller must be shown (${rules}) and printed on invoices.`,
      'Enter the registered address, two lines or more.',
    ),
    ...fact(care.phone, 'care.phone', reached, 'Enter the number that shoppers may call.'),
    ...fact(care.email, 'care.email', reached, 'Enter the address that shoppers may write to.'),
    ...fact(
      legal.grievanceOfficer,
      'legal.grievanceOfficer',
      `A grievance officer must be named (${rules}).`,
      'Enter name, email and phone of the person who answers complaints.',
    ),
  ];
}
