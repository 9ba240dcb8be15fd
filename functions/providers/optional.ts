import type * as z from 'zod';

/** A field of a provider's answer that is used where it is there and as expected, and else is null or undefined. */
export const optional = <T extends z.ZodType>(field: T) => field.nullish().catch(null);
