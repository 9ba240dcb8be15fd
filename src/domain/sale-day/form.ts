/** What an operator enters for the time of a sale, with the bounds of each limit. */
import * as z from 'zod';
import { type SaleLimit, type SaleLimitName, saleLimitNames, saleLimits } from './limits.ts';

/** A number within the bounds of a limit. */
const bounded = ({ least, most }: SaleLimit) => {
  const message = `Please enter a whole number from ${least} to ${most}.`;
  return z.int(message).min(least, message).max(most, message).optional();
};

export const saleDayLimits = z.strictObject(
  Object.fromEntries(saleLimitNames.map((name) => [name, bounded(saleLimits[name])])) as {
    [Name in SaleLimitName]: ReturnType<typeof bounded>;
  },
);

/** What an operator expects of a sale. */
export const expectedForm = z.object({
  visits: z
    .int('Please enter how many visits you expect in the busiest hour.')
    .min(1, 'Please enter how many visits you expect in the busiest hour.')
    .max(50_000_000, 'This is more than the shop can plan for.'),
  ordering: z
    .number('Please enter a share in per cent, such as 2.5.')
    .min(0.1, 'Please enter at least 0.1.')
    .max(100, 'Please enter at most 100.'),
  cash: z
    .number('Please enter a share in per cent, from 0 to 100.')
    .min(0, 'Please enter a share in per cent, from 0 to 100.')
    .max(100, 'Please enter a share in per cent, from 0 to 100.'),
  pieces: z
    .int('Please enter how many pieces are for sale.')
    .min(1, 'Please enter how many pieces are for sale.')
    .max(100_000_000, 'This is more than the shop can plan for.'),
});
