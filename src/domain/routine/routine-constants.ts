/** Constants of routines that scripts of pages need: not beside the schema, which would bring zod to the page. */

export const times = ['morning', 'evening'] as const;
export type Time = (typeof times)[number];
