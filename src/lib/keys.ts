/** `Object.keys` with the type of the keys, for tables that are written in code. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
