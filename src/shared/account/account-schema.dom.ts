import { loadPart, type optional } from '#lib/load-part.dom.ts';
import type { LoadSchema } from '#ui/useFields.ts';

/** Loads the schemas of the account's forms: they are not needed to show one. */
const loadSchemas = (options?: typeof optional) =>
  loadPart(() => import('#domain/accounts/account.ts'), options);

type Schemas = Awaited<ReturnType<typeof loadSchemas>>;
type SchemaName = {
  [Name in keyof Schemas]: Name extends `${string}Form` | 'registration' | 'credentials' ? Name : never;
}[keyof Schemas];

/** The schema of a form of the account, for `useForm`. */
export const accountSchema =
  (name: SchemaName): LoadSchema<unknown> =>
  async (options) =>
    (await loadSchemas(options))[name];
