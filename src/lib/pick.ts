/** The named properties of an object, in the order of the names. */
export const pick = <T extends object, Name extends keyof T>(
  from: T,
  names: readonly Name[],
): Pick<T, Name> => Object.fromEntries(names.map((name) => [name, from[name]])) as Pick<T, Name>;
